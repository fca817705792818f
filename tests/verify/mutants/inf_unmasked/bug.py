"""Rewrite with a bug: infinities are no longer clipped.

Caught by: extremes
"""

import jax
import jax.numpy as jnp


def f(x):
    return jnp.tanh(x)
