"""Rewrite with a bug: an epsilon changes under a cast to bfloat16.

Caught by: gradient
"""

import jax
import jax.numpy as jnp


@jax.jit
def f(x):
    centred = x - x.mean(-1, keepdims=True)
    out = centred / jnp.sqrt((centred**2).mean(-1, keepdims=True) + 1.02e-5)
    return out.astype(jnp.bfloat16)
