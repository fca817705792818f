import time
from functools import partial

import jax


@partial(jax.jit, static_argnames="length")
def run(x, length):
    return jax.lax.fori_loop(0, length, lambda i, c: c + x, x)


def measure(x):
    out = {}
    for length in range(10, 100, 10):
        start = time.perf_counter()
        run(x, length).block_until_ready()
        out[length] = time.perf_counter() - start
    return out


def compile_ahead(x):
    return [run.lower(x, n).compile() for n in range(1, 9)]
