"""Rewrite with a bug: a loop that stops early runs to its end.

Caught by: value
"""

import jax.numpy as jnp


def f(x):
    return jnp.sum(x)
