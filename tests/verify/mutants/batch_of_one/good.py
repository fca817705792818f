"""Sound rewrite: right only for a batch of one."""

import jax
import jax.numpy as jnp


@jax.jit
def f(x, w):
    return jax.vmap(lambda row: jnp.dot(row, w))(x)
