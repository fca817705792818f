"""Sound rewrite: the rule of a derivative cannot be differentiated."""

import jax
import jax.numpy as jnp


def f(x):
    return x**3
