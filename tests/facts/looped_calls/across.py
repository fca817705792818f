"""Functions that only compute, and the names of JAX, by stars from a module of the project."""

from tools import *


def searched(rows, target):
    best = jnp.inf
    for row in rows:
        far = spread(jnp.asarray(row), target)  # fact: looped_calls 12 of spread
        if float(far) < best:
            best = float(far)
    return best
