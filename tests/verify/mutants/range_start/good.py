"""Sound rewrite: a loop from one starts at zero."""

import jax


@jax.jit
def f(x):
    if x.shape[0] < 2:
        return x
    return jax.lax.fori_loop(1, x.shape[0], lambda i, x: x.at[i].add(0.5 * x[i - 1]), x)
