"""Original: a file is no longer written."""

import numpy as np


# jaxopt-lint: verify(f32[N], N=5)
def f(x):
    np.save("rows.npy", np.asarray(x))
    return x * 2
