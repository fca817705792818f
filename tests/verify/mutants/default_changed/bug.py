"""Rewrite with a bug: the default of a parameter is another one.

Caught by: signature
"""

import jax
import jax.numpy as jnp


def f(x, scale=2.0):
    return x * scale
