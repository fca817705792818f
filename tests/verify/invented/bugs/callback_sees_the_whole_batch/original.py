import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    x = jax.random.normal(key, (5, 8))
    return (x - x.mean(axis=1, keepdims=True),)


def _host(row):
    row = np.asarray(row)
    return (row - row.mean()).astype(row.dtype)


def run(x):
    """Centres every row by a routine of the host."""
    return jnp.stack([jnp.asarray(_host(row)) for row in x])
