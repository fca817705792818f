"""Rewrite with a bug: a live buffer is donated.

Caught by: inputs alive
"""

import jax
from functools import partial


@partial(jax.jit, donate_argnums=0)
def step(x):
    return x + 1


def f(x):
    return step(x)
