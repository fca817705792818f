"""Rewrite with a bug: a file is no longer written.

Caught by: files
"""

import numpy as np


def f(x):
    return x * 2
