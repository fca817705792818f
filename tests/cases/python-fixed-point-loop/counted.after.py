"""The counter takes part, a second value is read at the end; a counting `while`."""

import jax
import jax.numpy as jnp


@jax.jit
def relaxed(a, x, y):
    residual = y

    def body(i, carry):
        residual, x = carry
        residual = y - a @ x
        x = x + residual / (i + 4)
        return residual, x

    residual, x = jax.lax.fori_loop(0, 16, body, (residual, x))
    return x, residual


@jax.jit
def counted(a, x):
    def body(_, x):
        x = jnp.sin(a @ x)
        return x

    x = jax.lax.fori_loop(0, 16, body, x)
    return x


def run(matrix, v):
    # Bounded, so that the iterations settle for extreme inputs too.
    near = jnp.eye(4) + 0.05 * jnp.tanh(matrix)
    start = jnp.tanh(v)
    return relaxed(near, start, start), counted(0.5 * near, start)


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (4, 4)), jax.random.normal(k2, (4,))
