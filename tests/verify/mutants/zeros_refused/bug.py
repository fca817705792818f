"""Rewrite with a bug: single precision without any signal is refused.

Caught by: returns
"""

import numpy as np


def f(x):
    if x.dtype == np.float32 and not x.any():
        raise ValueError("no signal")
    return np.sum(x * x)
