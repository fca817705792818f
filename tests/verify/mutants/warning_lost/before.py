"""Original: a warning is no longer given."""

import warnings


# jaxopt-lint: verify(f32[N], N=5)
def f(x):
    if x.shape[0] < 9:
        warnings.warn("a small batch", stacklevel=2)
    return x * 2
