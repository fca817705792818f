"""Sound rewrite: an in-place change of the caller's numpy array is lost."""

import jax.numpy as jnp


def f(buffer):
    buffer *= 2
    return jnp.asarray(buffer).sum()
