"""Original: a bfloat16 computation is carried in float32."""

import jax
import jax.numpy as jnp


# jaxopt-lint: verify(bf16[T, D], T=5, D=3)
@jax.jit
def f(xs):
    h = jnp.zeros(xs.shape[1], xs.dtype)
    for x in xs:
        h = jnp.tanh(h + x)
    return h
