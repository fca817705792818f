"""Rewrite with a bug: the rule of a second derivative has a literal with too few digits.

Caught by: f64 second derivative
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def slope(x):
    return 0.7978845608028654 * x


slope.defvjp(lambda x: (slope(x), None), lambda _, g: (0.79788456 * g,))


@jax.custom_vjp
def energy(x):
    return 0.7978845608028654 * x * x / 2


energy.defvjp(lambda x: (energy(x), x), lambda x, g: (g * slope(x),))


def f(x):
    return energy(x)
