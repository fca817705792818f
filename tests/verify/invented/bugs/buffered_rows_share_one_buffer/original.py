import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return (np.asarray(jax.random.normal(key, (4, 3))),)


def run(rows):
    """Centred rows, as a list of numpy arrays."""
    out = []
    for row in rows:
        out.append(row - row.mean())
    return out
