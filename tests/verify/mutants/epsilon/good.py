"""Sound rewrite: the epsilon of a normalisation changes."""

import jax
import jax.numpy as jnp


@jax.jit
def f(x):
    centred = x - jnp.mean(x, axis=-1, keepdims=True)
    variance = jnp.mean(jnp.square(centred), axis=-1, keepdims=True)
    return centred * jax.lax.rsqrt(variance + 1e-5)
