"""Rows of NumPy that are put together on the device."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def step(params, batch):
    return params - jnp.mean(batch)


def train(params, path, turns):
    rows = np.load(path)
    for _ in range(turns):
        batch = jnp.stack([rows[i] for i in range(64)])  # fact: row_uploads [rows[i] for i in range(64)]
        params = step(params, batch)
    return params


def collected(path, turns):
    rows, out = np.load(path), []
    for turn in range(turns):
        made = jnp.stack([jnp.asarray(rows[i]) for i in range(64)])  # fact: row_uploads [jnp.asarray(rows[i]) for i in range(64)] alone
        out.append(made * turn)
    return out


def few(params, path, turns):
    rows = np.load(path)
    for _ in range(turns):
        params = step(params, jnp.stack([jnp.asarray(rows[i]) for i in range(4)]))
        params = step(params, jnp.asarray(np.stack([rows[i] for i in range(64)])))
    return params
