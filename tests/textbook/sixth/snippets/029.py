import statistics
import time

import jax
import jax.numpy as jnp

SIZE, REPEATS = 2_048, 20


@jax.jit
def gram(x):
    return x @ x.T


def benchmark(fn, *args):
    jax.block_until_ready(fn(*args))
    samples = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        jax.block_until_ready(fn(*args))
        samples.append(time.perf_counter() - start)
    return statistics.median(samples)


if __name__ == "__main__":
    for dtype in (jnp.float32, jnp.bfloat16):
        x = jax.random.normal(jax.random.key(0), (SIZE, SIZE), dtype=dtype)
        seconds = benchmark(gram, x)
        tflops = 2 * SIZE**3 / seconds / 1e12
        print(f"{x.dtype.name:>9}: {1e3 * seconds:.3f} ms, {tflops:.2f} TFLOP/s")
