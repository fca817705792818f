"""Sound rewrite: an index is kept in eight bits."""

import jax
import jax.numpy as jnp


def f(x):
    return x[::-1]
