"""Original: what the caller passed is changed."""

import numpy as np


# jaxopt-lint: verify(np.f32[5])
def f(x):
    return np.maximum(x, 0)
