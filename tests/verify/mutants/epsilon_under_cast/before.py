"""Original: an epsilon changes under a cast to bfloat16."""

import jax
import jax.numpy as jnp


# jaxopt-lint: verify(f32[B, D](-0.01, 0.01), B=4, D=8, fixed="D")
@jax.jit
def f(x):
    centred = x - x.mean(-1, keepdims=True)
    out = centred / jnp.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5)
    return out.astype(jnp.bfloat16)
