"""Original: a zero loses its sign."""

import jax
import jax.numpy as jnp


# jaxopt-lint: verify(f32[N], N=5)
def f(x):
    return -x
