import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return (np.abs(np.asarray(jax.random.normal(key, (5, 3)))),)


def run(rows):
    """Logarithms of the sums of rows; a ValueError names the first row (from 0) that has none."""
    out = []
    for i, row in enumerate(rows):
        total = row.sum()
        if not total > 0:
            raise ValueError(f"row {i} has no logarithm")
        out.append(np.log(total))
    return out
