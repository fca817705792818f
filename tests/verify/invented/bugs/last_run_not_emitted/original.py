import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return (np.array([3, 3, 1, 1, 1, 2]),)


def run(x):
    """Lengths of the runs of equal values of a non-empty numpy vector."""
    out = [1]
    for a, b in zip(x[:-1], x[1:]):
        if a == b:
            out[-1] += 1
        else:
            out.append(1)
    return np.array(out)
