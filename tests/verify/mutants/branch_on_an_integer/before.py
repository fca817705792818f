"""Original: a branch on a value that may be traced."""

import jax.numpy as jnp


# jaxopt-lint: verify(i32[5])
def f(x):
    return jnp.where(jnp.sum(x) > 2, x, -x)
