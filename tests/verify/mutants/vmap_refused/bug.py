"""Rewrite with a bug: it can no longer be mapped over.

Caught by: traces
"""

import jax
import jax.numpy as jnp


def f(x):
    out, total = [], 0.0
    for value in x:
        total = total + value
        out.append(total)
    return jnp.asarray([float(v) * 2 for v in out], jnp.float32)
