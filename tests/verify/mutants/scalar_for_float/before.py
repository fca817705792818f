"""Original: a NumPy scalar takes the place of a float."""

import numpy as np


# jaxopt-lint: verify(np.i32[5])
def f(x):
    return float(np.sum(x))
