# rule: host-transfer-in-traced-code
"""The function is also called with plain arrays, which NumPy computes with its own routines."""
import jax
import numpy as np


@jax.jit  # holds
def wave(x):
    return np.sin(x)


traced = jax.jit(wave)  # broken
