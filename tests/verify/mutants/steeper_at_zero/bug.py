"""Rewrite with a bug: the gradient at zero is another one.

Caught by: gradient
"""

import jax
import jax.numpy as jnp


def f(x):
    return jnp.maximum(x, 0.0)
