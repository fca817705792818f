"""Rewrite with a bug: vmap over the wrong axis of a square input.

Caught by: value, f64, sizes
"""

import jax
import jax.numpy as jnp


def f(x, w):
    return jax.vmap(lambda row: jnp.tanh(row * w).sum(), in_axes=1)(x)
