"""Rewrite with a bug: NaN is no longer masked.

Caught by: extremes
"""

import jax
import jax.numpy as jnp


def f(x):
    return x * 2.0
