"""Rewrite with a bug: the epsilon of a normalisation changes.

Caught by: f64
"""

import jax
import jax.numpy as jnp


@jax.jit
def f(x):
    centred = x - x.mean(-1, keepdims=True)
    return centred / jnp.sqrt((centred**2).mean(-1, keepdims=True) + 1e-6)
