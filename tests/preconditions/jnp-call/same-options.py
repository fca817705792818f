# rule: host-transfer-in-traced-code
"""`out=` stores into an array, which JAX cannot."""
import jax
import numpy as np


@jax.jit
def wave(x):
    return np.sin(x)  # holds
    return np.sin(x, out=None)  # broken
