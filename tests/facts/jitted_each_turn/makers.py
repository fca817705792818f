"""Jitted functions that a turn has made by another function."""

import jax
import jax.numpy as jnp


def make(scale):
    @jax.jit
    def scaled(x):
        return scale * x

    return scaled


def shown(xs):
    for x in xs:
        scaled = make(0.5)
        print(float(scaled(jnp.asarray(x)).sum()))  # fact: jitted_each_turn jit


def trained(xs):
    for x in xs:
        scaled = make(0.5)
        y = jnp.asarray(x)
        for _ in range(100):
            y = scaled(y)  # fact: jitted_each_turn jit, unsure
        print(float(y.sum()))


def once(xs):
    scaled = make(0.5)
    for x in xs:
        print(float(scaled(jnp.asarray(x)).sum()))


def called(fn):
    return fn()


def through_a_helper(xs):
    for x in xs:
        scaled = make(0.5)
        print(float(called(lambda: scaled(jnp.asarray(x))).sum()))  # fact: jitted_each_turn jit
