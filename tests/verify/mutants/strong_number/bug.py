"""Rewrite with a bug: a number that follows other types becomes one that does not.

Caught by: weak type
"""

import jax.numpy as jnp


def f(n):
    return (jnp.asarray(0.1) * jnp.cos(float(n))).astype(jnp.float32)
