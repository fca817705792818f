"""Rewrite with a bug: rows are concatenated instead of stacked.

Caught by: shape
"""

import jax.numpy as jnp


def f(x):
    return jnp.concatenate([jnp.tanh(row) for row in x])
