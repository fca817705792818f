import time

import jax
import jax.numpy as jnp

square = jax.jit(lambda x: x @ x)


def inputs(key):
    return (jax.random.normal(key, (8, 8)),)


def run(x):
    start = time.time()
    y = square(x)
    # How long did it take?
    took = time.time() - start  # want: JOL407 "the run is not in its time"
    start = time.perf_counter()
    for _ in range(3):
        y, z = both(y, x)
    total = max(time.perf_counter() - start, took)  # want: JOL407
    start = time.time()
    square(y)
    took = time.time() - start  # want: JOL407
    assert total >= 0 and took >= 0
    return y + z


@jax.jit
def both(x, y):
    return jnp.tanh(x), x + y
