"""Rewrite with a bug: a margin is taken from the precision of the type.

Caught by: value
"""

import jax
import jax.numpy as jnp


def f(x):
    total = jnp.sum(x * x) + 1.0
    return jax.lax.stop_gradient(total * (1.0 + 5_000 * float(jnp.finfo(x.dtype).eps)))
