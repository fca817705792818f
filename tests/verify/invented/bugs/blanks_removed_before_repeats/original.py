import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return (np.array([1, 1, 0, 2, 2, 3]),)


def run(path):
    """Decoded labels of a best path: repeats merged, then blanks (0) removed, numpy."""
    out, last = [], None
    for p in path.tolist():
        if p != last and p != 0:
            out.append(p)
        last = p
    return np.array(out)
