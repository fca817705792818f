"""Moving average over the last L rewards in a ring buffer.

``run(buf, ptr, size, reward)`` writes ``reward`` at ``ptr``, moves ptr to
(ptr + 1) % L and grows size up to L.  Returns (buf, ptr, size, mean of the
filled slots).  Slots not yet filled hold 0; buf and reward
are float32, ptr and size int32.
"""
import jax
import jax.numpy as jnp


def run(buf, ptr, size, reward):
    L = buf.shape[0]
    buf = buf.at[ptr].set(reward)
    ptr = (ptr + 1) % L
    size = jnp.minimum(size + 1, L)
    return buf, ptr, size, jnp.sum(buf) / size


def inputs(key):
    buf = jnp.zeros(6).at[:3].set(jax.random.normal(key, (3,)))
    return buf, jnp.int32(3), jnp.int32(3), jnp.float32(0.5)
