"""Rewrite with a bug: right only for a batch of one.

Caught by: sizes
"""

import jax
import jax.numpy as jnp


@jax.jit
def f(x, w):
    return jnp.sum(x * w).reshape(1)
