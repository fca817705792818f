"""Original: a number that follows other types becomes one that does not."""

import jax.numpy as jnp


# jaxopt-lint: verify(3)
def f(n):
    return jnp.asarray(0.1) * jnp.cos(float(n))
