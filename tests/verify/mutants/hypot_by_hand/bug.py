"""Rewrite with a bug: squares overflow.

Caught by: extremes
"""

import jax
import jax.numpy as jnp


def f(x, y):
    return jnp.sqrt(x * x + y * y)
