from timeit import default_timer

import jax
import jax.numpy as jnp


@jax.jit
def softmax_attention(q, k, v):
    scores = jnp.einsum("bqd,bkd->bqk", q, k) / jnp.sqrt(q.shape[-1])
    return jnp.einsum("bqk,bkd->bqd", jax.nn.softmax(scores), v)


def report(batch=8, length=1024, dim=64):
    kq, kk, kv = jax.random.split(jax.random.key(1), 3)
    q = jax.random.normal(kq, (batch, length, dim))
    k = jax.random.normal(kk, (batch, length, dim))
    v = jax.random.normal(kv, (batch, length, dim))
    jax.block_until_ready((q, k, v))
    t0 = default_timer()
    jax.block_until_ready(softmax_attention(q, k, v))
    t1 = default_timer()
    print(f"attention: {(t1 - t0) * 1e3:.2f} ms")
