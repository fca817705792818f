"""Errors that are thrown, handed on, or asked for."""

import jax
from jax.experimental import checkify


def root(x):
    checkify.check(x > 0, "must be positive")
    return x**0.5


checked = jax.jit(checkify.checkify(root))


def thrown(x):
    err, y = checked(x)
    err.throw()
    return y


def handed_on(x):
    err, y = checked(x)
    return y, err


def whole(x):
    return checked(x)


def other(pair, x):
    err, y = pair(x)
    return y
