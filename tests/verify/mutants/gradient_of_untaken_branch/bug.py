"""Rewrite with a bug: the gradient of the branch that is not taken is NaN.

Caught by: extremes
"""

import jax
import jax.numpy as jnp


def f(x):
    return jnp.where(x < 50.0, jnp.exp(x), 0.0)
