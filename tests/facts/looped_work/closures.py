"""What a nested function changes is what the function around it holds."""

import jax.numpy as jnp


def grouped(n):
    x = jnp.ones((n, 3))
    found = []

    def keep(row):
        found.append(jnp.tanh(row))

    for row in x:  # fact: looped_work 2 over rows, gathers
        keep(row)
    return [jnp.exp(one) + 1.0 for one in found]  # fact: looped_work 2 over rows
