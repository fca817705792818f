"""Arrays of NumPy, lists, tables that are not known, and other code that may raise."""

import jax.numpy as jnp
import numpy as np

TABLE = jnp.arange(12.0).reshape(4, 3)
HOST = np.arange(12.0)


def of_numpy(ids):
    try:
        return HOST[jnp.asarray(ids)]
    except IndexError:
        return None


def unknown(table, ids):
    try:
        return table[jnp.asarray(ids)]
    except IndexError:
        return None


def by_tuple(i, j):
    try:
        return TABLE[i, j]
    except IndexError:
        return None


def more(ids, names):
    try:
        return TABLE[jnp.asarray(names[ids])]
    except IndexError:
        return None
