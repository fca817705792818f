import functools

import jax
import numpy as np


def inputs(key):
    return (jax.random.normal(key, (6, 8)),)


@functools.lru_cache(maxsize=None)
def _table(steps, width, dtype):
    angle = np.arange(steps)[:, None] / 100.0 ** (np.arange(width) / width)
    return np.sin(angle).astype(np.float32).astype(dtype)


def run(x):
    """Adds a sinusoidal position signal in the precision of the input."""
    return x + _table(*x.shape, x.dtype)
