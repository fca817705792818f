from time import perf_counter

import jax
from jax import numpy as jnp


def attention(q, k, v):
    w = jax.nn.softmax(jnp.einsum("bqhd,bkhd->bhqk", q, k) * q.shape[-1] ** -0.5)
    return jnp.einsum("bhqk,bkhd->bqhd", w, v)


def measure(seq):
    kq, kk, kv = jax.random.split(jax.random.key(seq), 3)
    q = jax.random.normal(kq, (4, seq, 16, 64))
    k = jax.random.normal(kk, (4, seq, 16, 64))
    v = jax.random.normal(kv, (4, seq, 16, 64))
    fn = jax.jit(attention)
    t0 = perf_counter()
    fn(q, k, v).block_until_ready()
    return perf_counter() - t0


def table():
    return {seq: measure(seq) for seq in (256, 512, 1024, 2048)}


if __name__ == "__main__":
    print(table())
