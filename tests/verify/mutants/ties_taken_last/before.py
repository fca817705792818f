"""Original: of equal values the last one is taken."""

import jax
import jax.numpy as jnp


# jaxopt-lint: verify(f32[N], N=5)
def f(x):
    return jnp.argmax(x)
