"""Lists of arrays that NumPy goes over."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def step(params, batch):
    return jnp.sum(params - batch)


def evaluate(params, epochs, batches):
    for epoch in range(100):
        losses = []
        for batch in batches:
            losses.append(step(params, batch))
        epochs.append(np.mean(losses))  # fact: fetched_pieces losses each turn
    whole = np.asarray(jnp.stack(losses))
    pair = np.array([step(params, 1.0), step(params, 2.0)])
    return np.stack(losses), whole, pair  # fact: fetched_pieces losses
