"""Original: an ordered callback is lost."""

import jax
from jax.experimental import io_callback


# jaxopt-lint: verify(f32[N], N=5)
def f(x):
    io_callback(lambda v: None, None, x, ordered=True)
    return x * 2
