import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return (np.array([1, 1, 0, 2, 2, 3]),)


def run(path):
    """Decoded labels of a best path: repeats merged, then blanks (0) removed, numpy."""
    path = path[path != 0]
    keep = np.concatenate([[True], path[1:] != path[:-1]])
    return path[keep]
