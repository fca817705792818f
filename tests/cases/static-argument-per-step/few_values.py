"""Modes, flags and remainders take a few values: so many programs are compiled, and kept."""
from functools import partial

import jax


@partial(jax.jit, static_argnames=("mode", "train"))
def step(x, mode, train=False):
    return x * 2 if mode else x


def modes(x, n):
    for mode in (0, 1):
        x = step(x, mode)
    for stage in range(3):
        x = step(x, stage)
    for i in range(n):
        x = step(x, i % 2)
        x = step(x, 0, train=i > 10)
        x = step(x, min(i, 3))
        x = step(x, i // 1000)
    for mode, _ in enumerate(["a", "b"]):
        x = step(x, mode)
    return x
