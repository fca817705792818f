"""Original: NaN is no longer masked."""

import jax
import jax.numpy as jnp


# jaxopt-lint: verify(f32[N], N=5)
def f(x):
    return jnp.where(jnp.isnan(x), 0.0, x) * 2.0
