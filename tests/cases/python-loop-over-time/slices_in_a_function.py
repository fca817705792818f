"""A nested function takes slices that are as wide as the turn says: no run along a sequence."""

import jax
import jax.numpy as jnp


@jax.jit
def parted(x, sizes=(2, 3, 4, 1, 6)):
    start = 0
    sums = []

    def take(size, start):
        sums.append(x[start : start + size].sum())
        return start + size

    for size in sizes:
        start = take(size, start)
    return jnp.stack(sums)
