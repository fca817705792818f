"""Rewrite with a bug: calls are no longer counted in an attribute of the function.

Caught by: state
"""


def f(x):
    return x + x


f.calls = 0
