"""Rewrite with a bug: a zero loses its sign.

Caught by: sign of zero
"""

import jax
import jax.numpy as jnp


def f(x):
    return 0.0 - x
