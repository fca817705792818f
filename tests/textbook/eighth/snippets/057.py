"""Sinusoidal position encodings and a causal mask built from static shapes."""
import math

import jax
import jax.numpy as jnp
import numpy as np

BATCH, SEQ, DIM = 16, 512, 256


def sinusoidal_table(length, dim):
    position = np.arange(length)[:, None]
    rate = np.exp(-math.log(10_000.0) * np.arange(0, dim, 2) / dim)
    table = np.zeros((length, dim), dtype=np.float32)
    table[:, 0::2] = np.sin(position * rate)
    table[:, 1::2] = np.cos(position * rate)
    return table


@jax.jit
def attend(params, x):
    _, seq, dim = x.shape
    h = x + sinusoidal_table(seq, dim)
    q, k, v = (h @ params[name] for name in ("q", "k", "v"))
    scores = jnp.einsum("bqd,bkd->bqk", q, k) / math.sqrt(dim)
    causal = np.tril(np.ones((seq, seq), dtype=bool))
    scores = jnp.where(causal, scores, -jnp.inf)
    return jnp.einsum("bqk,bkd->bqd", jax.nn.softmax(scores, axis=-1), v)


if __name__ == "__main__":
    kq, kk, kv, kx = jax.random.split(jax.random.key(0), 4)
    params = {
        name: jax.random.normal(key, (DIM, DIM)) / DIM**0.5
        for name, key in zip(("q", "k", "v"), (kq, kk, kv))
    }
    print(attend(params, jax.random.normal(kx, (BATCH, SEQ, DIM))).shape)
