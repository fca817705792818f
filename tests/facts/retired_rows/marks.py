"""Functions and classes that their authors mark as deprecated, by decorator, warning or docstring."""

import warnings

import jax
from typing_extensions import deprecated


@deprecated("use `new`")  # fact: retired_rows retired
def old(x):  # fact: retired_rows retired
    return jax.numpy.sin(x)  # fact: retired_rows retired


def older(x):  # fact: retired_rows retired
    """Deprecated: there is `new`."""
    return x  # fact: retired_rows retired


class Sum:  # fact: retired_rows retired
    """A sum.

    .. deprecated:: 1.2
        Take `jnp.sum`.
    """

    def of(self, x):  # fact: retired_rows retired
        return x  # fact: retired_rows retired


class Mean:  # fact: retired_rows retired
    def __init__(self):  # fact: retired_rows retired
        warnings.warn("there is another", category=DeprecationWarning, stacklevel=2)
        self.n = 0  # fact: retired_rows retired


def warned(x):  # fact: retired_rows retired
    warnings.warn("gone soon", DeprecationWarning, stacklevel=2)
    return x  # fact: retired_rows retired


def new(x, rate=None):
    """Takes the place of the deprecated `old`."""
    if rate is not None:
        warnings.warn("`rate` is deprecated", DeprecationWarning, stacklevel=2)
    return x


def quiet(x):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return x


def other(x):
    warnings.warn("not the best way", UserWarning, stacklevel=2)
    return x
