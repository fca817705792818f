"""Sound rewrite: an index past the end is clamped."""

import jax
import jax.numpy as jnp


@jax.jit
def f(x, table):
    return jax.vmap(lambda i: x[i] * table[i % 6])(jnp.arange(x.shape[0]))
