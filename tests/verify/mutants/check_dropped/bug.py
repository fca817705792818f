"""Rewrite with a bug: a check of the size is dropped.

Caught by: raises
"""

import jax
import jax.numpy as jnp


def f(x):
    return x * 2
