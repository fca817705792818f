"""Sound rewrite: it can no longer be traced."""

import jax
import jax.numpy as jnp


def f(x):
    return jnp.where(x[0] > 3, 2 * x, x)
