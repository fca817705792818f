"""Sound rewrite: a count is kept in sixteen bits."""

import jax
import jax.numpy as jnp


def f(x):
    return jnp.sum(x > 0).astype(jnp.float32)
