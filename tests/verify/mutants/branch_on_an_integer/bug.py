"""Rewrite with a bug: a branch on a value that may be traced.

Caught by: traces
"""

import jax.numpy as jnp


def f(x):
    return x if int(jnp.sum(x)) > 2 else -x
