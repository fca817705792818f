"""Sound rewrite: a fourth dimension of size one is dropped."""

import jax
import jax.numpy as jnp


def f(x):
    return x + x
