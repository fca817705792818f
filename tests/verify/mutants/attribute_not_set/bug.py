"""Rewrite with a bug: an attribute of an argument is no longer set.

Caught by: mutation
"""

import jax
import jax.numpy as jnp


class Scale:
    def __init__(self):
        self.calls = 0


def f(scale, x):
    return x * 2
