"""Helpers whose results are numbers of Python, shapes, or whatever they are given."""

import functools

import jax
import jax.numpy as jnp
import numpy as np


def width(values):
    return jnp.shape(values)[-1]


def counts(values):
    return np.arange(values.shape[0])


def halves(values):
    return values / 2


@functools.cache
def table(size):
    return jnp.arange(size)


def maybe(values, wanted):
    if wanted:
        return jnp.sum(values)


@functools.partial(jax.jit, static_argnames=("size", "wanted"))
def selected(values, size, wanted):
    low = values[counts(values) < 3]
    near = values[width(values) < size]
    picked = np.ones(size)[halves(np.ones(size)) < 1]
    return low, near, picked, table(size)[counts(values) < 2], maybe(values, wanted)
