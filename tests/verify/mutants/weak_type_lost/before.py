"""Original: a weakly typed result becomes strongly typed."""

import jax.numpy as jnp


# jaxopt-lint: verify(i32[N](0, 10), N=5)
def f(x):
    return jnp.where(x.sum() > 3, 1.0, 2.0)
