import time

import jax
import jax.numpy as jnp

square = jax.jit(lambda x: x @ x)


def inputs(key):
    return (jax.random.normal(key, (8, 8)),)


def prepared(x):
    return jnp.sin(x)


def run(x):
    start = time.time()
    y = square(x)
    end = time.time()  # want: JOL407 "the run is not in its time"
    took = end - start
    start = time.time()
    z = prepared(x)
    z = square(z)
    took += time.time() - start  # want: JOL407
    assert took >= 0
    return y + z
