"""Sound rewrite: another exception is raised."""

import jax
import jax.numpy as jnp


def f(x):
    if not x.shape[0] > 1:
        raise ValueError("not enough rows")
    return x * 2
