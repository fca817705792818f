"""One carried value."""

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


def run(matrix, v):
    # Bounded, so that the iterations settle for extreme inputs too.
    noise = 0.05 * jnp.tanh(matrix)
    spread = jnp.diag(jnp.array([8.0, 1.0, 1.0, 1.0])) + noise
    return (
        leading_vector(spread, 1.0 + 0.1 * jnp.tanh(v)),
        newton_schulz(jnp.eye(4) + noise, 0.9 * jnp.eye(4)),
    )


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (4, 4)), jax.random.normal(k2, (4,))
