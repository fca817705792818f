"""What the calls pass is an array of NumPy, whose items are axes."""

import jax.numpy as jnp
import numpy as np


def flipped(x, axes):
    for axis in axes:
        x = jnp.flip(x, axis)
    return x


def kernel(x, layout):
    return flipped(x, np.array(layout)[2:])
