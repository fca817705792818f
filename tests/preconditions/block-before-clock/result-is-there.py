# rule: timing-without-block
"""With no turn at all there is no result to wait for."""
import time

import jax
import jax.numpy as jnp


@jax.jit
def step(x):
    return jnp.sin(x) @ x


def measure(x, turns):
    y = step(x)  # holds
    start = time.perf_counter()
    for _ in range(turns):
        y = step(x)
    return time.perf_counter() - start
