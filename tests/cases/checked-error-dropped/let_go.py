"""Errors that are dropped on purpose, as the code or its words say."""

import functools

import jax
from jax.experimental import checkify


def root(x):
    checkify.check(x > 0, "must be positive")
    return x**0.5


checked = jax.jit(checkify.checkify(root))


def deleted(x):
    err, y = checked(x)
    del err
    return y


def thrown(x):
    err, _ = checked(x)
    err.throw()


def unnamed(x):
    _, y = checked(x)
    return y


def commented(x):
    err, y = checked(x)  # what the checks find is ignored: NaN is fine here
    return y.sum()


def above(x):
    # The error is discarded, as the caller masks such rows.
    err, y = checked(x)
    return y * 2


def unchecked(fn):
    """Run a function that checks its values, and ignore all errors."""
    inner = checkify.checkify(fn)

    @functools.wraps(fn)
    def call(*args):
        err, out = inner(*args)
        return out

    return call
