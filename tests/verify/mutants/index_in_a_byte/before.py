"""Original: an index is kept in eight bits."""

import jax
import jax.numpy as jnp


# jaxopt-lint: verify(f32[N], N=5)
def f(x):
    return x[jnp.arange(x.shape[0])[::-1]]
