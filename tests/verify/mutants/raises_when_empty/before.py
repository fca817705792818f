"""Original: it raises for no rows at all."""

import jax
import jax.numpy as jnp


# jaxopt-lint: verify(f32[B, D], B=5, D=3)
def f(x):
    return x.sum(axis=0)
