"""Rewrite with a bug: an index is kept in eight bits.

Caught by: sizes, range
"""

import jax
import jax.numpy as jnp


def f(x):
    return x[jnp.arange(x.shape[0], dtype=jnp.int8)[::-1]]
