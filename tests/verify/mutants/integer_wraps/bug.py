"""Rewrite with a bug: a sum of Python integers wraps in int32.

Caught by: value
"""

import jax.numpy as jnp


def f(values):
    return float(jnp.sum(jnp.asarray(values, jnp.int32)))
