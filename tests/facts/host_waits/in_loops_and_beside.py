"""Waits of functions that have a loop, within it and beside it."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def step(params, batch):
    return params - jnp.mean(batch)


def train(params, batches):
    kept = []
    for batch in batches:
        params = step(params, batch)
        print(float(jnp.sum(params)))  # fact: host_waits float jnp.sum(params)
        kept.append(jnp.sum(params))
    total = np.mean(kept)  # fact: host_waits numpy.mean kept
    return params, total


def no_loop(params):
    return float(step(params, 1.0))
