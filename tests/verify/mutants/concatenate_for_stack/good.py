"""Sound rewrite: rows are concatenated instead of stacked."""

import jax.numpy as jnp


def f(x):
    return jnp.tanh(x)
