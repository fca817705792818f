import statistics
import time

import jax
import jax.numpy as jnp


@jax.jit
def gram_cholesky(x):
    gram = x.T @ x / x.shape[0] + 1e-3 * jnp.eye(x.shape[1])
    return jnp.linalg.cholesky(gram)


def benchmark(fn, *args, repeats=20):
    fn(*args).block_until_ready()
    samples = []
    for _ in range(repeats):
        start = time.perf_counter()
        fn(*args).block_until_ready()
        samples.append(time.perf_counter() - start)
    return statistics.median(samples)


x = jax.block_until_ready(jax.random.normal(jax.random.key(0), (20_000, 512)))
print(f"median: {benchmark(gram_cholesky, x) * 1e3:.2f} ms")
