"""Sound rewrite: it can no longer be mapped over."""

import jax
import jax.numpy as jnp


def f(x):
    return 2 * jnp.cumsum(x)
