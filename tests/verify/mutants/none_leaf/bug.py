"""Rewrite with a bug: None entries of a tree are dropped.

Caught by: tree
"""


def f(x):
    return {k: v for k, v in {"a": x + 1, "b": None}.items() if v is not None}
