import time

import jax
import jax.numpy as jnp


def attention(q, k, v):
    logits = jnp.einsum("bqhd,bkhd->bhqk", q, k) / q.shape[-1] ** 0.5
    return jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(logits), v)


def bench(fn, *args, iters=20):
    fn(*args).block_until_ready()
    times = []
    for _ in range(iters):
        start = time.perf_counter()
        fn(*args)
        times.append(time.perf_counter() - start)
    return sorted(times)[iters // 2]


def main():
    keys = jax.random.split(jax.random.key(0), 3)
    q, k, v = (jax.random.normal(kk, (4, 512, 8, 64)) for kk in keys)
    fast = jax.jit(attention)
    print(f"eager {bench(attention, q, k, v) * 1e3:.2f} ms")
    print(f"jit   {bench(fast, q, k, v) * 1e3:.2f} ms")


if __name__ == "__main__":
    main()
