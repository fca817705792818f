"""Rewrite with a bug: a negative index wraps instead of being clipped.

Caught by: extremes
"""

import jax
import jax.numpy as jnp


def f(x, at):
    return x[at]
