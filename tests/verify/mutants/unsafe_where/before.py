"""Original: a guarded division loses its inner guard, so its gradient is NaN."""

import jax
import jax.numpy as jnp


# jaxopt-lint: verify(f32[N], N=5)
@jax.jit
def f(x):
    safe = jnp.where(x > 0, x, 1.0)
    return jnp.where(x > 0, jnp.sqrt(safe), 0.0).sum()
