# not executed: what is shown is what is copied
"""Rows of NumPy that are copied one by one, and put together on the device."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def train_step(params, batch):
    return params - 0.1 * jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)


def drawn(tokens, size, length):
    places = np.random.randint(len(tokens) - length, size=(size,))
    return jnp.stack([jnp.asarray(tokens[i : i + length]) for i in places])  # want: JOL414 (warning)


def windows(params, path, turns):
    tokens = np.memmap(path, dtype=np.uint16, mode="r")
    for _ in range(turns):
        params = train_step(params, drawn(tokens, 64, 256))
    return params


def as_they_are(params, path, turns):
    rows = np.load(path)
    for _ in range(turns):
        places = np.random.randint(len(rows), size=(64,))
        batch = jnp.stack([rows[i] for i in places])  # want: JOL414 (warning)
        params = train_step(params, batch)
    return params


def gathered_before(params, shards, turns):
    for _ in range(turns):
        kept = []
        for path in shards:
            kept.append(np.load(path))
        batch = jnp.concatenate(kept)  # want: JOL414 (warning)
        params = train_step(params, batch)
    return params
