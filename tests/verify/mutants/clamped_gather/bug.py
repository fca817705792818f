"""Rewrite with a bug: an index past the end is clamped.

Caught by: sizes
"""

import jax
import jax.numpy as jnp


@jax.jit
def f(x, table):
    return jax.vmap(lambda i: x[i] * table[i])(jnp.arange(x.shape[0]))
