"""Rewrite with a bug: a fixed size is laid out the other way.

Caught by: shape
"""

import numpy as np


def f(x):
    return np.zeros((5, 1), np.int32)
