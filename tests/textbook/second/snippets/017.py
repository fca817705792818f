import time

import jax
import jax.numpy as jnp


@jax.jit
def gemm(a, b):
    return a @ b


def bench(n=8192, reps=20):
    a = jnp.ones((n, n), jnp.bfloat16)
    b = jnp.ones((n, n), jnp.bfloat16)
    gemm(a, b).block_until_ready()

    start = time.perf_counter()
    for _ in range(reps):
        c = gemm(a, b)
    elapsed = time.perf_counter() - start
    print(f"{2 * n**3 * reps / elapsed / 1e12:.1f} TFLOP/s")
    return c


if __name__ == "__main__":
    bench()
