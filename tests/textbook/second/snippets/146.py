import time

import jax
import jax.numpy as jnp


def attention(q, k, v):
    s = jnp.einsum("bhqd,bhkd->bhqk", q, k) / jnp.sqrt(q.shape[-1])
    return jnp.einsum("bhqk,bhkd->bhqd", jax.nn.softmax(s, axis=-1), v)


def sweep(lengths=(512, 1024, 2048)):
    results = {}
    for n in lengths:
        kq, kk, kv = jax.random.split(jax.random.key(n), 3)
        shape = (4, 8, n, 64)
        q, k, v = (jax.random.normal(r, shape) for r in (kq, kk, kv))
        compiled = jax.jit(attention).lower(q, k, v).compile()
        compiled(q, k, v).block_until_ready()
        t0 = time.perf_counter()
        for _ in range(50):
            out = compiled(q, k, v)
        out.block_until_ready()
        results[n] = (time.perf_counter() - t0) / 50
    return results
