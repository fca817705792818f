"""Waiting is what a measurement needs, and once after the loop is no waste."""

import time

import jax
import jax.numpy as jnp


@jax.jit
def train_step(params, batch):
    return params - 0.1 * jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)


def timed(params, batches):
    times = []
    for batch in batches:
        start = time.perf_counter()
        params = train_step(params, batch)
        jax.block_until_ready(params)
        times.append(time.perf_counter() - start)
    return times


def once(params, batches, every):
    for i, batch in enumerate(batches):
        params = train_step(params, batch)
        if i % every == 0:
            params.block_until_ready()
    return jax.block_until_ready(params)


def latency(params, batches):
    start = time.perf_counter()
    for batch in batches:
        params = train_step(params, batch)
        jax.block_until_ready(params)
    return (time.perf_counter() - start) / len(batches)
