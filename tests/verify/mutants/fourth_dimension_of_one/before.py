"""Original: a fourth dimension of size one is dropped."""

import jax
import jax.numpy as jnp


# jaxopt-lint: verify(f32[A, B, C, D], A=2, B=3, C=4, D=5)
def f(x):
    return x * 2.0
