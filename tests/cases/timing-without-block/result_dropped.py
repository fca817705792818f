"""The result is no longer there when the clock is read: nothing is left to wait for."""

import time

import jax
import jax.numpy as jnp


@jax.jit
def step(x):
    return jnp.sin(x) * 2


def dropped(x):
    start = time.perf_counter()
    y = step(x)
    y = None
    return time.perf_counter() - start, y


def dropped_in_a_loop(x):
    start = time.perf_counter()
    for _ in range(10):
        y = step(x)
        y = None
    return time.perf_counter() - start, y
