import time

import jax
import jax.numpy as jnp


@jax.jit
def gram(x):
    return jnp.tanh(x @ x.T)


def benchmark(n, repeats=10):
    x = jax.random.normal(jax.random.key(n), (n, n))
    gram(x).block_until_ready()
    start = time.perf_counter()
    for _ in range(repeats):
        out = gram(x)
    elapsed = time.perf_counter() - start
    return elapsed / repeats, out.shape


for n in (128, 256):
    seconds, shape = benchmark(n)
    print(f"{shape}: {seconds * 1e3:.2f} ms")
