"""Rewrite with a bug: a fourth dimension of size one is dropped.

Caught by: sizes
"""

import jax
import jax.numpy as jnp


def f(x):
    return jnp.squeeze(x * 2.0, 3) if x.shape[3] == 1 else x * 2.0
