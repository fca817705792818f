"""Original: it can no longer be traced."""

import jax
import jax.numpy as jnp


# jaxopt-lint: verify(f32[N], N=5)
def f(x):
    return jnp.where(x[0] > 3, x * 2, x)
