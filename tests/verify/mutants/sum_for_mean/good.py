"""Sound rewrite: an accumulated mean becomes a sum."""

import jax
import jax.numpy as jnp


@jax.jit
def f(w, x):
    return jax.vmap(lambda row: jnp.tanh(row @ w))(x).mean()
