"""Rewrite with a bug: a backward rule is scaled by the precision of the type.

Caught by: gradient
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def scaled(x):
    return 3.0 * x


def backward(_, g):
    return (3.0 * g * (1.0 + 5_000 * float(jnp.finfo(g.dtype).eps)),)


scaled.defvjp(lambda x: (3.0 * x, None), backward)


def f(x):
    return scaled(x)
