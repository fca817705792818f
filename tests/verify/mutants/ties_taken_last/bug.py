"""Rewrite with a bug: of equal values the last one is taken.

Caught by: value
"""

import jax
import jax.numpy as jnp


def f(x):
    return x.shape[0] - 1 - jnp.argmax(x[::-1])
