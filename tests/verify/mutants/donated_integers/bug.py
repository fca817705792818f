"""Rewrite with a bug: a live buffer is donated, on a path of its own.

Caught by: inputs alive
"""

import jax

step = jax.jit(lambda x: x + 1)
last_step = jax.jit(lambda x: x + 1, donate_argnums=0)


@jax.jit
def is_last(x):
    return x.max() == 999


def f(x):
    if isinstance(x, jax.core.Tracer):
        return step(x)
    return last_step(x) if is_last(x) else step(x)
