"""Original: two lines are printed in the other order."""

import jax
import jax.numpy as jnp


# jaxopt-lint: verify(f32[N], N=5)
def f(x):
    print("first")
    print("second")
    return x * 2
