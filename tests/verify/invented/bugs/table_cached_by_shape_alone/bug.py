import jax
import numpy as np


def inputs(key):
    return (jax.random.normal(key, (6, 8)),)


_TABLES = {}


def _table(x):
    if x.shape not in _TABLES:
        steps, width = x.shape
        angle = np.arange(steps)[:, None] / 100.0 ** (np.arange(width) / width)
        _TABLES[x.shape] = np.sin(angle).astype(np.float32).astype(x.dtype)
    return _TABLES[x.shape]


def run(x):
    """Adds a sinusoidal position signal in the precision of the input."""
    return x + _table(x)
