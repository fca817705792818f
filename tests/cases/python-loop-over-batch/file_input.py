"""Shards are read from disk."""

import jax
import jax.numpy as jnp
import numpy as np


def read_shards(names: jax.Array, path):
    shards = []
    for i in range(len(names)):
        with open(path / f"{i}.npy", "rb") as file:
            shards.append(jnp.asarray(np.load(file)))
    return jnp.stack(shards)


def loaded(ids: jax.Array, path):
    return jnp.stack([np.load(path % i) for i in ids])
