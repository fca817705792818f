"""Rewrite with a bug: a NumPy scalar takes the place of a float.

Caught by: type
"""

import numpy as np


def f(x):
    return np.float64(np.sum(x))
