"""Sound rewrite: a loop that stops early runs to its end."""

import jax.numpy as jnp


def f(x):
    total = jnp.zeros(())
    for value in x:
        total = jnp.where(total > 1.0, total, total + value)
    return total
