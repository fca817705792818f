"""Numbers that name something, and a way that is there for NumPy."""

import random

import jax
import numpy as np

REGISTRY = {}


def fresh_name():
    while True:
        number = random.randint(0, 2**63)
        if f"callback_{number}" not in REGISTRY:
            return number


@jax.jit
def registered(x):
    number = fresh_name()
    REGISTRY[f"callback_{number}"] = x.shape
    return x + 1


def one_of(values, with_jax=False, key=None):
    if with_jax:
        i = jax.random.randint(key, [], 0, len(values))
    else:
        i = np.random.randint(0, len(values))
    return values[i]


@jax.jit
def summary(values, key):
    return one_of(values, with_jax=True, key=key)


def jittered(x, kind):
    if kind == "host":
        return x + np.random.normal(size=x.shape)
    return x


@jax.jit
def as_it_was(x):
    return jittered(x, "none")
