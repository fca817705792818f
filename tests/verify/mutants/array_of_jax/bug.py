"""Rewrite with a bug: an array of NumPy, to which callers may write, becomes one of JAX.

Caught by: type
"""

import jax.numpy as jnp


def f(x):
    return jnp.sort(x)
