import time

import jax
import jax.numpy as jnp


def step(x, w):
    return jax.nn.relu(x @ w)


def main(n=2048, repeats=50):
    kx, kw = jax.random.split(jax.random.key(0))
    x, w = jax.random.normal(kx, (n, n)), jax.random.normal(kw, (n, n))
    t0 = time.perf_counter()
    compiled = jax.jit(step).lower(x, w).compile()
    print(f"compile {time.perf_counter() - t0:.2f} s")
    compiled(x, w).block_until_ready()
    t0 = time.perf_counter()
    for _ in range(repeats):
        y = compiled(x, w)
    y.block_until_ready()
    print(f"run {(time.perf_counter() - t0) / repeats:.6f} s")


main()
