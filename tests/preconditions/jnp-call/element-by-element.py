# rule: host-transfer-in-traced-code
"""`numpy.median` and `jax.numpy.median` may give another dtype."""
import jax
import numpy as np


@jax.jit
def middle(x):
    return np.sin(x)  # holds
    return np.median(x)  # broken
