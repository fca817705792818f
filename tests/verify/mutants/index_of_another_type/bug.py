"""Rewrite with a bug: an index gets another integer type.

Caught by: dtype
"""

import numpy as np


def f(x):
    return np.asarray(x, np.int64)
