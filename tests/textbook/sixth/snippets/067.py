import time

import jax
import jax.numpy as jnp

SIZE, REPEATS = 4_096, 50


@jax.jit
def attention_scores(q, k):
    return jax.nn.softmax(q @ k.T / jnp.sqrt(q.shape[-1]), axis=-1)


def benchmark(dtype):
    kq, kk = jax.random.split(jax.random.key(0))
    q = jax.random.normal(kq, (SIZE, 1_024), dtype=dtype)
    k = jax.random.normal(kk, (SIZE, 1_024), dtype=dtype)
    attention_scores(q, k).block_until_ready()

    start = time.perf_counter()
    for _ in range(REPEATS):
        scores = attention_scores(q, k)
    elapsed = time.perf_counter() - start
    return elapsed / REPEATS


if __name__ == "__main__":
    for dtype in (jnp.float32, jnp.bfloat16):
        print(f"{jnp.dtype(dtype).name:>9}: {1e3 * benchmark(dtype):.3f} ms per call")
