"""Rewrite with a bug: a hand-written derivative is bypassed.

Caught by: gradient
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def clipped(x):
    return x * 2


clipped.defvjp(lambda x: (x * 2, None), lambda _, g: (jnp.clip(g, -0.1, 0.1),))


def f(x):
    return (x * 2).sum()
