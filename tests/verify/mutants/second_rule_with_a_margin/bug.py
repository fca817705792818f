"""Rewrite with a bug: the rule of a second derivative is scaled by the precision of the type.

Caught by: second derivative
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def slope(x):
    return 0.7978845608028654 * x


slope.defvjp(lambda x: (slope(x), None), lambda _, g: (0.7978845608028654 * g * (1.0 + 5_000 * float(jnp.finfo(g.dtype).eps)),))


@jax.custom_vjp
def energy(x):
    return 0.7978845608028654 * x * x / 2


energy.defvjp(lambda x: (energy(x), x), lambda x, g: (g * slope(x),))


def f(x):
    return energy(x)
