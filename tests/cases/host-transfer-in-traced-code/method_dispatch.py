"""NumPy functions that call the array's own method work on traced values."""

import jax
import numpy as np


@jax.jit
def reductions(x):
    total = np.sum(x) + np.mean(x) + np.max(x) - np.min(x) + np.std(x)
    return total, np.reshape(x, (-1,)), np.transpose(x), np.squeeze(x), np.repeat(x, 2)


@jax.jit
def metadata(x):
    scale = np.sqrt(np.prod(x.shape)) * np.float32(x.ndim)
    return x / scale, int(x.shape[0] * 0.5), float(np.size(x)), bool(x.ndim)


@jax.jit
def constants(x):
    table = np.concatenate([np.arange(4), np.zeros(2)])
    return x * np.sqrt(2.0) + table.sum(), len(np.asarray([1, 2]))
