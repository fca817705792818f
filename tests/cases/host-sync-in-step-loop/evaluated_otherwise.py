"""Compiled calls whose turns build on nothing, and which wait for good reason or seldom."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def predict(weights, inputs):
    return jnp.tanh(inputs @ weights)


@jax.jit
def energy(state):
    return jax.lax.fori_loop(0, 1000, lambda _, s: s - 0.01 * s, jnp.sum(state))


def whole_arrays(weights, batches):
    # All of them may not fit the device's memory.
    return np.concatenate([np.asarray(predict(weights, batch)) for batch in batches])


def arrays_in_a_loop(weights, batches):
    found = []
    for batch in batches:
        found.append(np.asarray(predict(weights, batch)))
    return found


def few(weights, batch):
    found = []
    for scale in (0.1, 1.0, 10.0):
        found.append(float(jnp.max(predict(weights * scale, batch))))
    return found


def each_its_own(seeds):
    found = []
    for seed in seeds:
        found.append(float(energy(jax.random.normal(jax.random.key(seed), (8,)))))
    return found


def kept_on_the_device(weights, batches):
    total = jnp.zeros(())
    for batch in batches:
        total += jnp.sum(predict(weights, batch))
    return float(total)
