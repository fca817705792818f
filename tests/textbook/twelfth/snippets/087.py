from __future__ import annotations

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames=("causal",))
def attention(q, k, v, bias=None, *, causal: bool = False):
    """Single-head attention for (length, dim) inputs."""
    scores = q @ k.T / q.shape[-1] ** 0.5
    if bias is not None:
        scores = scores + bias
    if causal:
        keep = jnp.tril(jnp.ones(scores.shape, dtype=bool))
        scores = jnp.where(keep, scores, -jnp.inf)
    if v.ndim == 1:
        v = v[:, None]
    return jax.nn.softmax(scores, axis=-1) @ v


class Decoder:
    def __init__(self, key, dim):
        kq, kk, kv = jax.random.split(key, 3)
        self.wq = jax.random.normal(kq, (dim, dim)) / dim**0.5
        self.wk = jax.random.normal(kk, (dim, dim)) / dim**0.5
        self.wv = jax.random.normal(kv, (dim, dim)) / dim**0.5

    def __call__(self, x):
        return x + attention(x @ self.wq, x @ self.wk, x @ self.wv, causal=True)


if __name__ == "__main__":
    k_model, k_x = jax.random.split(jax.random.key(0))
    dec = Decoder(k_model, 32)
    print(dec(jax.random.normal(k_x, (20, 32))).shape)
