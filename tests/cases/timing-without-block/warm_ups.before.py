# not executed: it measures time
"""The first call traces and compiles, and the clock shows that: a warm-up is for information."""

import time

import jax
import jax.numpy as jnp


def warm(x, controls, note):
    plan = jax.jit(lambda x, u: jnp.tanh(x @ u))
    start = time.time()
    x = plan(x, controls[0])
    note(f"compiled in {time.time() - start:.1f} s")  # want: JOL407 (info) "the run is not in"
    for u in controls:
        x = plan(x, u)
    return x


def counted_later(x, controls):
    # What is left of the first run is counted in the time of the others.
    plan = jax.jit(lambda x, u: jnp.tanh(x @ u))
    start = time.time()
    plan(x, controls[0])
    first = time.time() - start  # want: JOL407 (info) "the run is not in its time"
    start = time.time()
    for u in controls:
        x = plan(x, u)
        print(float(x[0, 0]))
    return x, first, time.time() - start


def only_call(x, u):
    sample = jax.jit(jax.vmap(lambda row: jnp.tanh(row @ u)))
    start = time.time()
    rows = sample(x)
    took = time.time() - start  # want: JOL407 (info) "the run is not in its time"
    return rows, took


def second_call(x, u):
    plan = jax.jit(lambda x, u: jnp.tanh(x @ u))
    jax.block_until_ready(plan(x, u))
    start = time.time()
    x = plan(x, u)
    took = time.time() - start  # want: JOL407 (warning) "it measures the dispatch alone"
    return x, took
