import argparse
import statistics
import time

import jax
import jax.numpy as jnp


def layer_norm(x, scale, bias):
    mean = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(var + 1e-6) * scale + bias


def measure(fn, args, iters):
    start = time.perf_counter()
    jax.block_until_ready(fn(*args))
    first = time.perf_counter() - start
    samples = []
    for _ in range(iters):
        start = time.perf_counter()
        jax.block_until_ready(fn(*args))
        samples.append(time.perf_counter() - start)
    return first, statistics.median(samples)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=4096)
    parser.add_argument("--cols", type=int, default=1024)
    parser.add_argument("--iters", type=int, default=20)
    ns = parser.parse_args()
    x = jax.random.normal(jax.random.key(0), (ns.rows, ns.cols))
    args = (x, jnp.ones(ns.cols), jnp.zeros(ns.cols))
    first, steady = measure(jax.jit(layer_norm), args, ns.iters)
    print(f"first call {first * 1e3:.1f} ms, then {steady * 1e3:.3f} ms")


if __name__ == "__main__":
    main()
