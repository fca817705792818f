import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return (np.array([3, 3, 1, 1, 1, 2]),)


def run(x):
    """Lengths of the runs of equal values of a non-empty numpy vector."""
    ends = np.flatnonzero(x[1:] != x[:-1]) + 1
    return np.diff(ends, prepend=0)
