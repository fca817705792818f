"""Rewrite with a bug: a debug print is lost.

Caught by: effects
"""

import jax
import jax.numpy as jnp


@jax.jit
def f(x):
    return jax.lax.fori_loop(0, 2, lambda i, x: jnp.sin(x), x)
