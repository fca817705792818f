from time import perf_counter

import jax
import jax.numpy as jnp
import numpy as np


def f(x):
    return x.T @ (x - x.mean(axis=0))


def compare(n=4000):
    x_np = np.random.default_rng(0).normal(size=(n, n)).astype(np.float32)
    start = perf_counter()
    f(x_np)
    numpy_s = perf_counter() - start

    x_dev = jax.block_until_ready(jnp.asarray(x_np))
    f_jit = jax.jit(f)
    start = perf_counter()
    f_jit(x_dev).block_until_ready()
    jax_s = perf_counter() - start
    return numpy_s / jax_s


if __name__ == "__main__":
    print("speed-up", compare())
