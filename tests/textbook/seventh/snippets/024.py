import time

import jax
import jax.numpy as jnp


@jax.jit
def attention(q, k, v):
    scores = jnp.einsum("bhqd,bhkd->bhqk", q, k) / q.shape[-1] ** 0.5
    return jnp.einsum("bhqk,bhkd->bhqd", jax.nn.softmax(scores, axis=-1), v)


def benchmark(fn, *args, iters=50):
    jax.block_until_ready(fn(*args))
    start = time.perf_counter()
    for _ in range(iters):
        fn(*args)
    return (time.perf_counter() - start) / iters


kq, kk, kv = jax.random.split(jax.random.key(0), 3)
shape = (8, 12, 1024, 64)
q = jax.random.normal(kq, shape)
k = jax.random.normal(kk, shape)
v = jax.random.normal(kv, shape)
print(f"{benchmark(attention, q, k, v) * 1e3:.2f} ms per call")
