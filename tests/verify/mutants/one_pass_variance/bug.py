"""Rewrite with a bug: an unstable formula for the variance.

Caught by: value
"""

import jax


@jax.jit
def f(x):
    return (x**2).mean(-1) - x.mean(-1) ** 2
