"""Rewrite with a bug: a tangent rule has a literal with too few digits.

Caught by: f64 jvp
"""

import jax
import jax.numpy as jnp


@jax.custom_jvp
def scaled(x):
    return 0.7978845608028654 * x


@scaled.defjvp
def rule(primals, tangents):
    # A loop, through which JAX goes forward only.
    times = 0.79788456
    out = jax.lax.while_loop(lambda c: c[0] < 1, lambda c: (c[0] + 1, times * c[1]), (0, tangents[0]))
    return scaled(primals[0]), out[1]


def f(x):
    return scaled(x)
