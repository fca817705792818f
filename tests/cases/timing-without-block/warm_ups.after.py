# not executed: it measures time
"""The first call traces and compiles, and the clock shows that: a warm-up is for information."""

import time

import jax
import jax.numpy as jnp


def warm(x, controls, note):
    plan = jax.jit(lambda x, u: jnp.tanh(x @ u))
    start = time.time()
    x = plan(x, controls[0])
    jax.block_until_ready(x)
    note(f"compiled in {time.time() - start:.1f} s")
    for u in controls:
        x = plan(x, u)
    return x


def counted_later(x, controls):
    # What is left of the first run is counted in the time of the others.
    plan = jax.jit(lambda x, u: jnp.tanh(x @ u))
    start = time.time()
    jax.block_until_ready(plan(x, controls[0]))
    first = time.time() - start
    start = time.time()
    for u in controls:
        x = plan(x, u)
        print(float(x[0, 0]))
    return x, first, time.time() - start


def only_call(x, u):
    sample = jax.jit(jax.vmap(lambda row: jnp.tanh(row @ u)))
    start = time.time()
    rows = sample(x)
    jax.block_until_ready(rows)
    took = time.time() - start
    return rows, took


def second_call(x, u):
    plan = jax.jit(lambda x, u: jnp.tanh(x @ u))
    jax.block_until_ready(plan(x, u))
    start = time.time()
    x = plan(x, u)
    jax.block_until_ready(x)
    took = time.time() - start
    return x, took
