"""Rewrite with a bug: what the caller passed is changed.

Caught by: mutation
"""

import numpy as np


def f(x):
    return np.maximum(x, 0, out=x)
