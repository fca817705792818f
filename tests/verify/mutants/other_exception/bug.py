"""Rewrite with a bug: another exception is raised.

Caught by: raises
"""

import jax
import jax.numpy as jnp


def f(x):
    assert x.shape[0] >= 2
    return x * 2
