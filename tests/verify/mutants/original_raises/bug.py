"""Rewrite with a bug: both versions raise the same error.

Verdict: ORIGINAL_RAISES
"""


def f(x, y):
    return x - y
