"""The second call stands in the other branch."""

from functools import partial

import jax


@partial(jax.jit, donate_argnums=0)
def train(state, x):
    return state + x


@partial(jax.jit, donate_argnums=0)
def fine_tune(state, x):
    return state - x


def either(state, x, tune):
    if tune:
        new = fine_tune(state, x)
    else:
        new = train(state, x)
    return new


def first_or_raise(state, x):
    if x is None:
        new = train(state, 1.0)
        raise RuntimeError(new)
    return state
