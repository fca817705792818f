"""Weights and one decoder layer."""
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np


class Shape(NamedTuple):
    vocab: int
    layers: int
    heads: int
    head_dim: int
    length: int


def make_weights(shape, rng):
    dim = shape.heads * shape.head_dim

    def w(*s):
        return (rng.standard_normal(s) * s[-2] ** -0.5).astype(np.float32)

    return jax.device_put({"embed": w(shape.vocab, dim), "qkv": w(shape.layers, dim, 3 * dim),
                           "out": w(shape.layers, dim, dim), "up": w(shape.layers, dim, 2 * dim),
                           "down": w(shape.layers, 2 * dim, dim)})


def norm(x):
    return x * jax.lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-6)


def decode_layer(shape, weights, i, x, cache, t):
    b = x.shape[0]
    q, k, v = jnp.split(norm(x) @ weights["qkv"][i], 3, -1)
    q, k, v = (a.reshape(b, shape.heads, shape.head_dim) for a in (q, k, v))
    kv = jnp.stack([k, v])[None, :, :, :, None]
    cache = jax.lax.dynamic_update_slice(cache, kv, (i, 0, 0, 0, t, 0))
    scores = jnp.einsum("bhd,bhtd->bht", q, cache[i, 0]) * shape.head_dim ** -0.5
    scores = jnp.where(jnp.arange(shape.length) <= t, scores, -1e9)
    y = jnp.einsum("bht,bhtd->bhd", jax.nn.softmax(scores), cache[i, 1])
    x = x + y.reshape(b, -1) @ weights["out"][i]
    return x + jax.nn.gelu(norm(x) @ weights["up"][i]) @ weights["down"][i], cache
