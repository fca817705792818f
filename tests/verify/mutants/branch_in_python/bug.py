"""Rewrite with a bug: it can no longer be traced.

Caught by: traces
"""

import jax
import jax.numpy as jnp


def f(x):
    return x * 2 if x[0] > 3 else x * 1.0
