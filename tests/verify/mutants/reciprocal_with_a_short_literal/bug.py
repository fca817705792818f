"""Rewrite with a bug: a literal has too few digits.

Caught by: f64
"""

import jax
import jax.numpy as jnp


def f(x):
    return jax.lax.stop_gradient(jnp.sum(x * x) * 0.31830988)
