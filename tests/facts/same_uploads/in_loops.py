"""Arrays that no turn changes."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def step(params, batch):
    return params - jnp.mean(batch)


def train(params, path):
    table, small = np.load(path), np.zeros(3)
    for i in range(1000):
        params = step(params, jnp.asarray(table))  # fact: same_uploads table
        params = step(params, table[i])
        params = step(params, small)
        if i % 10 == 0:
            params = step(params, jnp.array(table))
    return params
