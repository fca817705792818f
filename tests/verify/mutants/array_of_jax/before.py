"""Original: an array of NumPy, to which callers may write, becomes one of JAX."""

import numpy as np


# jaxopt-lint: verify(np.i32[5])
def f(x):
    return np.sort(x)
