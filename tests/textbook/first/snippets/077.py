"""Throughput of a jitted matmul chain."""
import time

import jax
import jax.numpy as jnp


@jax.jit
def chain(a, b):
    return jnp.tanh(a @ b) @ b.T


def bench(n=1024, reps=30):
    ka, kb = jax.random.split(jax.random.key(0))
    a = jax.random.normal(ka, (n, n))
    b = jax.random.normal(kb, (n, n))
    jax.block_until_ready(chain(a, b))
    start = time.perf_counter()
    for _ in range(reps):
        out = chain(a, b)
    out.block_until_ready()
    return (time.perf_counter() - start) / reps


if __name__ == "__main__":
    print(f"{1e3 * bench():.2f} ms")
