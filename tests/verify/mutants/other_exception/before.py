"""Original: another exception is raised."""

import jax
import jax.numpy as jnp


# jaxopt-lint: verify(f32[N], N=5)
def f(x):
    if x.shape[0] < 2:
        raise ValueError("too few rows")
    return x * 2
