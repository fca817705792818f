"""Sound rewrite: vmap over the wrong axis of a square input."""

import jax
import jax.numpy as jnp


def f(x, w):
    return jax.vmap(lambda row: jnp.tanh(row * w).sum())(x)
