from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, donate_argnames="cache")
def fill_cache(cache, keys):
    """Writes (steps, batch, dim) keys into a (batch, max_len, dim) ring buffer."""
    max_len = cache.shape[1]

    def write(carry, key_t):
        cache, pos = carry
        cache = cache.at[:, pos % max_len].set(key_t.astype(cache.dtype))
        return (cache, pos + 1), None

    (cache, pos), _ = jax.lax.scan(write, (cache, jnp.int32(0)), keys)
    return cache, pos


cache = jnp.zeros((16, 1_024, 128), dtype=jnp.bfloat16)
keys = jax.random.normal(jax.random.key(0), (1_500, 16, 128))
cache, pos = fill_cache(cache, keys)
print(cache.shape, pos)
