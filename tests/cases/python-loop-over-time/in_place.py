"""A list is changed in place, and a barrier stands between the chunks."""

import jax
import jax.numpy as jnp


@jax.jit
def with_cache(x: jax.Array, caches, scales: jax.Array):
    for i in range(32):
        x = jnp.tanh(x * scales[i])
        caches[i] = x
    return x


@jax.jit
def chunked(x: jax.Array, scales: jax.Array):
    for i in range(32):
        x = jnp.tanh(x * scales[i])
        x = jax.lax.optimization_barrier(x)
    return x
