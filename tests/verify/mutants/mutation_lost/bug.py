"""Rewrite with a bug: an in-place change of the caller's numpy array is lost.

Caught by: mutation
"""

import jax.numpy as jnp


def f(buffer):
    return (jnp.asarray(buffer) * 2).sum()
