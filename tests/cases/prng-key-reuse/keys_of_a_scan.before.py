# not executed: nothing is rewritten
"""Keys that a scan goes over, and one of them once more."""

import jax
from jax import random


def noisy(state, key):
    first, _ = random.split(key)
    return state + random.normal(first), None


def counted(state, key):
    return state + 1, None


def tested_with_the_last(state, key, steps):
    keys = random.split(key, steps)
    state, _ = jax.lax.scan(noisy, state, keys)
    test, rest = random.split(keys[-1])  # want: JOL802 (info) "used up by `noisy`"
    return state, random.normal(test), rest


def drawn_from_the_first(state, key, steps):
    keys = random.split(key, steps)
    state, _ = jax.lax.scan(noisy, state, xs=keys)
    return state, random.normal(keys[0])  # want: JOL802 (info) "used up by `noisy`"


def one_more_than_steps(state, key, steps):
    last, *keys = random.split(key, steps)
    state, _ = jax.lax.scan(noisy, state, jax.numpy.stack(keys))
    return state, random.normal(last)


def keys_that_no_step_uses(state, key, steps):
    keys = random.split(key, steps)
    state, _ = jax.lax.scan(counted, state, keys)
    return state, random.normal(keys[0])
