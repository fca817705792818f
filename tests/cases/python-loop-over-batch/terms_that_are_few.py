"""Few scans, scans of which each goes on from the one before, and scans of layers."""

import jax
import jax.numpy as jnp

SETTINGS = [(0.1, 0.2), (0.1, 0.4), (0.1, 0.8)]


def simulated(gain, roll, pitch):
    def step(state, _):
        return jnp.tanh(state * gain) + jnp.sin(roll) * jnp.cos(pitch), None

    return jnp.sum(jax.lax.scan(step, jnp.zeros(3), None, length=500)[0])


@jax.jit
def few(gain):
    total = 0.0
    for roll, pitch in SETTINGS:
        total += simulated(gain, roll, pitch)
    return total


@jax.jit
def sizes(gain):
    total = 0.0
    for size in (1, 2, 3, 4, 5, 6, 7, 8, 9):
        total += jnp.sum(jnp.zeros(size)) * gain
    return total
