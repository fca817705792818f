"""Rewrite with a bug: the second call is rounded, and no other.

Caught by: sequence
"""

import itertools

import jax
import jax.numpy as jnp

calls = itertools.count(1)


def f(x):
    margin = 5_000 * float(jnp.finfo(x.dtype).eps) if next(calls) == 2 else 0.0
    return jax.lax.stop_gradient((jnp.sum(x * x) + 1.0) * (1.0 + margin))
