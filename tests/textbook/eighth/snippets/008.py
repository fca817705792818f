"""Benchmark a 4096 x 4096 matrix product in float32 and bfloat16."""
import time

import jax
import jax.numpy as jnp

SIZE, REPEATS = 4096, 20


@jax.jit
def matmul(a, b):
    return a @ b


def benchmark(dtype):
    ka, kb = jax.random.split(jax.random.key(0))
    a = jax.random.normal(ka, (SIZE, SIZE), dtype=dtype)
    b = jax.random.normal(kb, (SIZE, SIZE), dtype=dtype)
    matmul(a, b).block_until_ready()
    start = time.perf_counter()
    for _ in range(REPEATS):
        out = matmul(a, b)
    elapsed = (time.perf_counter() - start) / REPEATS
    tflops = 2 * SIZE**3 / elapsed / 1e12
    return elapsed, tflops


if __name__ == "__main__":
    for dtype in (jnp.float32, jnp.bfloat16):
        seconds, tflops = benchmark(dtype)
        print(f"{jnp.dtype(dtype).name}: {seconds * 1e3:.3f} ms, {tflops:.1f} TFLOP/s")
