"""Original: single precision without any signal is refused."""

import numpy as np


# jaxopt-lint: verify(np.f32[5])
def f(x):
    return np.sum(x * x)
