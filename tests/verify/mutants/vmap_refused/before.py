"""Original: it can no longer be mapped over."""

import jax
import jax.numpy as jnp


# jaxopt-lint: verify(f32[N], N=5)
def f(x):
    return jnp.cumsum(x) * 2
