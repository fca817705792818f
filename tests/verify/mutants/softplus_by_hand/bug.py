"""Rewrite with a bug: softplus overflows.

Caught by: extremes
"""

import jax
import jax.numpy as jnp


def f(x):
    return jnp.log1p(jnp.exp(x))
