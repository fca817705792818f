import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, donate_argnames=("cache",))
def append(cache, new, pos):
    return jax.lax.dynamic_update_slice(cache, new, (0, pos, 0))


def prefill(tokens, dim=64):
    batch, length = tokens.shape
    cache = jnp.zeros((batch, length, dim))
    embed = jax.random.normal(jax.random.key(0), (32_000, dim))
    updated = append(cache, embed[tokens[:, :1]], 0)
    drift = jnp.abs(updated - cache).max()
    return updated, drift
