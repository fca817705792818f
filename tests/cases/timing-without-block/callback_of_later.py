"""The clock is read by a callback that somebody else runs."""

import time

import jax
import jax.numpy as jnp

step = jax.jit(lambda x: jnp.sin(x) @ x)


def run(bar, x):
    seen = []
    start = time.monotonic()

    def callback(i):
        seen.append((time.monotonic() - start, i))

    with bar:
        bar.callback = callback
        y = step(x)
    return y, seen
