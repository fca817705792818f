"""A function of the file tells traced from concrete values, whatever it is called."""

import jax
import numpy as np


def known(x):
    return not isinstance(x, jax.core.Tracer)


@jax.jit
def step(x):
    if known(x):
        return np.asarray(x)
    return x + 1
