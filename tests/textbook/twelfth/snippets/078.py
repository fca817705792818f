"""Utilities for building banded attention masks."""
from __future__ import annotations

import jax
import jax.numpy as jnp


def banded_mask(length: int, width: int) -> jax.Array:
    """Boolean mask that keeps positions within `width` of the diagonal."""
    i = jnp.arange(length)
    return jnp.abs(i[:, None] - i[None, :]) <= width


def padded_scores(scores: jax.Array, valid: int) -> jax.Array:
    """Fill the scores of the padding positions with a large negative value."""
    scores.at[:, valid:].set(-1e9)
    return scores


@jax.jit
def attend(q, k, v):
    scores = q @ k.T / q.shape[-1] ** 0.5
    scores = jnp.where(banded_mask(q.shape[0], 4), scores, -1e9)
    scores = padded_scores(scores, valid=24)
    return jax.nn.softmax(scores, axis=-1) @ v


if __name__ == "__main__":
    kq, kk, kv = jax.random.split(jax.random.key(0), 3)
    q = jax.random.normal(kq, (32, 16))
    k = jax.random.normal(kk, (32, 16))
    v = jax.random.normal(kv, (32, 16)).at[24:].set(100.0)
    print(attend(q, k, v)[20])
