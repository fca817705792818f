"""Sound rewrite: a check of the size is dropped."""

import jax
import jax.numpy as jnp


def f(x):
    rows = x.shape[0]
    if rows <= 1:
        raise ValueError("too few rows")
    return x + x
