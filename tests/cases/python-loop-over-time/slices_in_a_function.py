"""A nested function takes slices that are as wide as the turn says: no run along a sequence."""

from functools import partial

import jax


class Parts:
    def __init__(self, sizes, sums):
        self.sizes = sizes
        self.sums = sums

    @partial(jax.jit, static_argnums=0)
    def __call__(self, x):
        start = 0
        found = []

        def take(size, wanted, start):
            found.append(x[..., start : start + size].sum(axis=-1) == wanted)
            start = start + size
            return start

        for size, wanted in zip(self.sizes, self.sums, strict=True):
            start = take(size, wanted, start)
        return found
