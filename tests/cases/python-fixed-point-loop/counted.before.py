"""The counter takes part, a second value is read at the end; a counting `while`."""

import jax
import jax.numpy as jnp


@jax.jit
def relaxed(a, x, y):
    residual = y
    for i in range(16):  # want: JOL203 "updates `x`"
        residual = y - a @ x
        x = x + residual / (i + 4)
    return x, residual


@jax.jit
def counted(a, x):
    i = 0
    while i < 16:  # want: JOL203
        x = jnp.sin(a @ x)
        i += 1
    return x


def run(matrix, v):
    # Bounded, so that the iterations settle for extreme inputs too.
    near = jnp.eye(4) + 0.05 * jnp.tanh(matrix)
    start = jnp.tanh(v)
    return relaxed(near, start, start), counted(0.5 * near, start)


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (4, 4)), jax.random.normal(k2, (4,))
