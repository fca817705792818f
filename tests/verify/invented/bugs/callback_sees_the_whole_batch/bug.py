import jax
import numpy as np


def inputs(key):
    x = jax.random.normal(key, (5, 8))
    return (x - x.mean(axis=1, keepdims=True),)


def _host(row):
    row = np.asarray(row)
    return (row - row.mean()).astype(row.dtype)


def _one(row):
    shape = jax.ShapeDtypeStruct(row.shape, row.dtype)
    return jax.pure_callback(_host, shape, row, vmap_method="broadcast_all")


@jax.jit
def run(x):
    """Centres every row by a routine of the host."""
    return jax.vmap(_one)(x)
