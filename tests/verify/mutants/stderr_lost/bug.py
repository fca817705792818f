"""Rewrite with a bug: a line on standard error is lost.

Caught by: effects
"""

import sys


def f(x):
    return x * 2
