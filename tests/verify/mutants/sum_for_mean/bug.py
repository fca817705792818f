"""Rewrite with a bug: an accumulated mean becomes a sum.

Caught by: value, f64
"""

import jax
import jax.numpy as jnp


@jax.jit
def f(w, x):
    return jax.vmap(lambda row: jnp.tanh(row @ w))(x).sum()
