"""Callbacks run on the host, on real values."""

import jax
import numpy as np


def log(value):
    print(float(value), np.asarray(value).tolist())


def slow(x):
    return np.sort(np.asarray(x))


@jax.jit
def step(x):
    jax.debug.callback(log, x.sum())
    return jax.pure_callback(slow, jax.ShapeDtypeStruct(x.shape, x.dtype), x)
