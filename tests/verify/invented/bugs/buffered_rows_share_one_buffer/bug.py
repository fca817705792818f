import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return (np.asarray(jax.random.normal(key, (4, 3))),)


def run(rows):
    """Centred rows, as a list of numpy arrays."""
    out = []
    buffer = np.empty_like(rows[0])
    for row in rows:
        np.subtract(row, row.mean(), out=buffer)
        out.append(buffer)
    return out
