"""Rewrite with a bug: what was computed of an array is kept, though the caller changes it.

Caught by: repeat
"""

import numpy as np

seen = {}


def f(x):
    if id(x) not in seen:
        seen[id(x)] = (x, np.sum(x * x))
    return seen[id(x)][1]
