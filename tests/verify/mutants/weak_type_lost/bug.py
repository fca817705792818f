"""Rewrite with a bug: a weakly typed result becomes strongly typed.

Caught by: weak type
"""

import jax.numpy as jnp


def f(x):
    return jnp.where(x.sum() > 3, jnp.float32(1.0), jnp.float32(2.0))
