"""Sound rewrite: a product no longer asks for the highest precision."""

import jax
import jax.numpy as jnp


def f(x, y):
    return jnp.matmul(x, y, precision=jax.lax.Precision.HIGHEST)
