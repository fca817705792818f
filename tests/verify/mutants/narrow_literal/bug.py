"""Rewrite with a bug: a double constant is written as a float32 one.

Caught by: f64
"""

import jax.numpy as jnp


def f(x):
    return x * jnp.float32(0.1).astype(x.dtype)
