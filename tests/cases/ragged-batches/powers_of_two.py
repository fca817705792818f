"""Totals that are rounded to a power of two, of which there are few."""

import math

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def score(x):
    return jnp.sum(x**2)


def doubled(n):
    size = 1
    while size < n:
        size *= 2
    return size


def shifted(n):
    return 1 << (n - 1).bit_length()


def padded(x, total):
    return np.concatenate([x, np.zeros(total - len(x))])


def in_a_comprehension(x, size):
    total = doubled(len(x))
    x = padded(x, total)
    return [score(x[i : i + size]) for i in range(0, total, size)]


def in_a_loop(x, size):
    total = max(size, shifted(len(x)))
    x = padded(x, total)
    out = []
    for i in range(0, total, size):
        out.append(score(x[i : i + size]))
    return out


def written_out(x, size):
    total = 2 ** math.ceil(math.log2(len(x)))
    x = padded(x, total)
    return [score(x[i : i + size]) for i in range(0, total, size)]
