"""Sums of terms that are computed side by side, and turns that choose by what the device says."""

import jax
import jax.numpy as jnp
import numpy as np

SETTINGS = [(0.1, 0.2), (0.1, 0.4), (0.1, 0.8), (0.2, 0.2), (0.2, 0.4), (0.2, 0.8), (0.4, 0.2), (0.4, 0.4)]


@jax.jit
def simulated(gain, roll, pitch):
    def step(state, _):
        return jnp.tanh(state * gain) + jnp.sin(roll) * jnp.cos(pitch), None

    return jnp.sum(jax.lax.scan(step, jnp.zeros(3), None, length=500)[0])


@jax.jit
def loss(gain):
    total = 0.0
    for roll, pitch in SETTINGS:  # fact: eager_turns 2 operations 8 times
        one = simulated(gain, roll, pitch)
        total += one
    return total / len(SETTINGS)


@jax.jit
def few_scans(gain):
    total = 0.0
    for roll, pitch in SETTINGS[:3]:
        total += simulated(gain, roll, pitch)
    return total


@jax.jit
def follows(gain):
    total, state = 0.0, gain
    for roll, pitch in SETTINGS:
        state = simulated(state, roll, pitch)
        total += state
    return total


def stacked_later(model, n):
    rows = [jnp.tanh(model.at(i)) * 2.0 + jnp.sin(model.at(i)) for i in range(n)]  # fact: eager_turns 5 operations
    return jnp.stack(rows)


def on_the_host(model, n):
    return np.array([jnp.tanh(model.at(i)) * 2.0 + jnp.sin(model.at(i)) for i in range(n)])  # fact: eager_turns 5 operations


def summed(model, n):
    return sum(jnp.tanh(model.at(i)) * 2.0 + jnp.sin(model.at(i)) for i in range(n))  # fact: eager_turns 5 operations


def kept_as_a_list(model, n):
    rows = [jnp.tanh(model.at(i)) * 2.0 + jnp.sin(model.at(i)) for i in range(n)]
    return rows
