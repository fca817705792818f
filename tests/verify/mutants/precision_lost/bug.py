"""Rewrite with a bug: a product no longer asks for the highest precision.

Caught by: precision
"""

import jax
import jax.numpy as jnp


def f(x, y):
    return jnp.dot(x, y)
