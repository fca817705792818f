"""Rewrite with a bug: a mean becomes an integer division.

Caught by: dtype
"""


def f(x):
    return x.sum() // x.shape[0]
