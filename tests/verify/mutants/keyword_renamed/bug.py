"""Rewrite with a bug: a parameter has another name.

Caught by: signature
"""

import jax
import jax.numpy as jnp


def f(rows):
    return rows * 2
