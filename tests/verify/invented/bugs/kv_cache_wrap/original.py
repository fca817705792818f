"""One decoding step with a rolling key/value cache.

``run(cache_k, cache_v, pos, q, k, v)``: the caches are float32 with L
slots, ``pos`` is an int32 scalar.  Token number
``pos`` (0, 1, 2, ..., may be beyond L) is written to slot pos % L, replacing
the oldest entry; attention runs over the min(pos + 1, L) filled slots.
Returns (output, cache_k, cache_v, pos + 1).
"""
import jax
import jax.numpy as jnp


def run(cache_k, cache_v, pos, q, k, v):
    L, D = cache_k.shape
    slot = pos % L
    cache_k = cache_k.at[slot].set(k)
    cache_v = cache_v.at[slot].set(v)
    filled = jnp.arange(L) < jnp.minimum(pos + 1, L)
    s = jnp.where(filled, cache_k @ q / jnp.sqrt(D), -jnp.inf)
    return jax.nn.softmax(s) @ cache_v, cache_k, cache_v, pos + 1


def inputs(key):
    k = jax.random.split(key, 5)
    n = jax.random.normal
    return n(k[0], (6, 4)), n(k[1], (6, 4)), jnp.int32(3), n(k[2], (4,)), n(k[3], (4,)), n(k[4], (4,))
