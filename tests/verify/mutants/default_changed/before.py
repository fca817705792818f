"""Original: the default of a parameter is another one."""

import jax
import jax.numpy as jnp


# jaxopt-lint: verify(f32[N], 2.0, N=5)
def f(x, scale=1.0):
    return x * scale
