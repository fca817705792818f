"""Rewrite with a bug: a count is kept in sixteen bits.

Caught by: range
"""

import jax
import jax.numpy as jnp


def f(x):
    return jnp.sum((x > 0).astype(jnp.float16)).astype(jnp.float32)
