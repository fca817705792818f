import time

import jax
import jax.numpy as jnp

SIZE = 8_192
REPEATS = 20


@jax.jit
def fused_block(x, w):
    return jax.nn.gelu(x @ w) @ w.T


def benchmark(fn, *args):
    fn(*args).block_until_ready()
    start = time.perf_counter()
    for _ in range(REPEATS):
        fn(*args)
    return (time.perf_counter() - start) / REPEATS


x_key, w_key = jax.random.split(jax.random.key(0))
x = jax.random.normal(x_key, (SIZE, SIZE), dtype=jnp.bfloat16)
w = jax.random.normal(w_key, (SIZE, SIZE), dtype=jnp.bfloat16)
seconds = benchmark(fused_block, x, w)
tflops = 4 * SIZE**3 / seconds / 1e12
print(f"{seconds * 1e3:.2f} ms per call, {tflops:.1f} TFLOP/s")
