"""Rewrite with a bug: a guarded division loses its inner guard, so its gradient is NaN.

Caught by: gradient
"""

import jax
import jax.numpy as jnp


@jax.jit
def f(x):
    return jnp.where(x > 0, jnp.sqrt(x), 0.0).sum()
