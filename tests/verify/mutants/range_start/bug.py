"""Rewrite with a bug: a loop from one starts at zero.

Caught by: value, f64
"""

import jax


@jax.jit
def f(x):
    return jax.lax.fori_loop(0, x.shape[0], lambda i, x: x.at[i].add(0.5 * x[i - 1]), x)
