"""`key` is what attention compares with."""

import flax.linen as nn
import jax
import jax.numpy as jnp


class Attention(nn.Module):
    length: int

    def cached(self, key, value, query):
        known = self.has_variable("cache", "key")
        cached_key = self.variable("cache", "key", jnp.zeros, key.shape, key.dtype)
        cached_value = self.variable("cache", "value", jnp.zeros, value.shape, value.dtype)
        index = self.variable("cache", "index", lambda: jnp.array(0, dtype=jnp.int32))
        if known:
            *rows, length, heads, depth = cached_key.value.shape
            at = (0,) * len(rows) + (index.value, 0, 0)
            key = jax.lax.dynamic_update_slice(cached_key.value, key, at)
            value = jax.lax.dynamic_update_slice(cached_value.value, value, at)
        return key, value
