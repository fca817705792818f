"""Rewrite with a bug: a result is no longer kept in a global list.

Caught by: state
"""

_seen = []


def f(x):
    return x * 2
