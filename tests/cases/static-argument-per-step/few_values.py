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


def stage_of(i):
    return 0 if i < 100 else 1


def rate_of(i, drops=(1000, 2000)):
    return 0.1 ** sum(i >= drop for drop in drops)


def warm(i, warmup, peak):
    if i < warmup:
        return peak * 0.1
    return peak


def width_of(stage, i):
    return stage * 8


def worked_out(x, n, peak):
    for i in range(n):
        x = step(x, stage_of(i))
        x = step(x, rate_of(i))
        x = step(x, warm(i, 100, peak))
        x = step(x, width_of(1, i))
    return x
