"""Original: a count is kept in sixteen bits."""

import jax
import jax.numpy as jnp


# jaxopt-lint: verify(f32[N], N=5)
def f(x):
    return jnp.sum((x > 0).astype(jnp.float32))
