"""Sound rewrite: a parameter has another name."""

import jax
import jax.numpy as jnp


def f(x):
    return x + x
