"""Sound rewrite: a value carried from row to row is reset by vmap."""

import jax
import jax.numpy as jnp


@jax.jit
def f(x):
    def step(best, row):
        best = jnp.maximum(best, row.sum())
        return best, best

    return jax.lax.scan(step, jnp.zeros(()), x)[1]
