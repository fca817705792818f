"""Original: an index gets another integer type."""

import numpy as np


# jaxopt-lint: verify(np.i32[5])
def f(x):
    return np.asarray(x, np.int32)
