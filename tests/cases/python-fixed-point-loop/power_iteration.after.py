"""One carried vector, and a nested loop around a sweep."""

import jax
import jax.numpy as jnp


@jax.jit
def leading_vector(matrix, v):
    def body(_, v):
        # A
        v = matrix @ v
        v = v / jnp.linalg.norm(v)  # B
        return v

    v = jax.lax.fori_loop(0, 16, body, v)
    return v


@jax.jit
def newton_schulz(a, x):
    steps = 16

    def body(_, x):
        x = 2 * x - x @ a @ x
        return x

    x = jax.lax.fori_loop(0, steps, body, x)
    return x


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
    spd = matrix @ matrix.T / 8 + jnp.eye(4)
    return (
        leading_vector(spd, v),
        newton_schulz(spd, 0.1 * jnp.eye(4)),
        relaxed(spd, v, v),
        counted(spd, v),
    )


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (4, 4)), jax.random.normal(k2, (4,))
