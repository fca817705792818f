"""Original: what was computed of an array is kept, though the caller changes it."""

import numpy as np


# jaxopt-lint: verify(np.f32[5])
def f(x):
    return np.sum(x * x)
