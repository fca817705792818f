import time

import jax
import jax.numpy as jnp


@jax.jit
def gram(x):
    return jnp.einsum("ni,mi->nm", x, x)


def benchmark(n=4096, d=512, repeats=20):
    x = jax.random.normal(jax.random.key(0), (n, d))
    gram(x).block_until_ready()
    start = time.perf_counter()
    for _ in range(repeats):
        out = gram(x)
    elapsed = time.perf_counter() - start
    print(f"{1e3 * elapsed / repeats:.3f} ms per call, output {out.shape}")


if __name__ == "__main__":
    benchmark()
