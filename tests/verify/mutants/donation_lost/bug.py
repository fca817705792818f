"""Rewrite with a bug: an argument no longer lends its memory.

Verdict: loses
"""

from functools import partial

import jax


@jax.jit
def double(x):
    return x * 2


def f(x):
    return double(x + 1)
