"""Rewrite with a bug: an argument can no longer be passed by place.

Caught by: signature
"""

import jax
import jax.numpy as jnp


def f(x, *scales, scale=1.0):
    return x * (scales[0] if scales else scale)
