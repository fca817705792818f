"""Sound rewrite: the middle of an even number of values is taken wrong."""

import jax
import jax.numpy as jnp


def f(x):
    return jnp.quantile(x, 0.5)
