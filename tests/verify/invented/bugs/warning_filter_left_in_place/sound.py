import warnings

import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return (np.array([1.0, 2.0, 4.0]),)


def run(x):
    """Square roots; NaN for what is negative, of which nobody is warned."""
    with warnings.catch_warnings(action="ignore", category=RuntimeWarning):
        return x**0.5
