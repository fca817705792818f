"""Rewrite with a bug: a stop_gradient is lost.

Caught by: gradient, jvp
"""

import jax


@jax.jit
def f(x, w):
    def one(row):
        target = row @ w
        return (row @ w - 0.9 * target) ** 2

    return jax.vmap(one)(x).sum()
