"""Rewrite with a bug: a warning is no longer given.

Caught by: effects
"""

import warnings


def f(x):
    return x * 2
