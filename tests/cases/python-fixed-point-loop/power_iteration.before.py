"""One carried vector, and a nested loop around a sweep."""

import jax
import jax.numpy as jnp


@jax.jit
def leading_vector(matrix, v):
    for _ in range(16):  # want: JOL203 "updates `v`"
        # A
        v = matrix @ v
        v = v / jnp.linalg.norm(v)  # B
    return v


@jax.jit
def newton_schulz(a, x):
    steps = 16
    for i in range(steps):  # want: JOL203
        x = 2 * x - x @ a @ x
    return x


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
