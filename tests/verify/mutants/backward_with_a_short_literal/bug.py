"""Rewrite with a bug: a backward rule has a literal with too few digits.

Caught by: f64 gradient
"""

import jax


@jax.custom_vjp
def scaled(x):
    return 0.7978845608028654 * x


scaled.defvjp(lambda x: (0.7978845608028654 * x, None), lambda _, g: (0.79788456 * g,))


def f(x):
    return scaled(x)
