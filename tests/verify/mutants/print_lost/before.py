"""Original: a debug print is lost."""

import jax
import jax.numpy as jnp


# jaxopt-lint: verify(f32[N], N=3)
@jax.jit
def f(x):
    for i in range(2):
        x = jnp.sin(x)
        jax.debug.print("step {i} {s}", i=i, s=x.sum())
    return x
