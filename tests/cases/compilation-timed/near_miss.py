"""Spans around later calls, around many calls, of what was compiled ahead, and of what is no jit."""

import time

import jax
import jax.numpy as jnp


@jax.jit
def step(x):
    return x @ x


@jax.jit
def other(x):
    return x + x.T


@jax.jit
def third(x):
    return x * x


def warmed_up(x):
    step(x).block_until_ready()
    start = time.perf_counter()
    step(x).block_until_ready()
    return time.perf_counter() - start


def many(x):
    start = time.perf_counter()
    for _ in range(100):
        x = other(x)
    x.block_until_ready()
    return (time.perf_counter() - start) / 100


def ahead(x):
    compiled = jax.jit(lambda x: jnp.cos(x)).lower(x).compile()
    start = time.perf_counter()
    compiled(x).block_until_ready()
    return time.perf_counter() - start


def both_times(x):
    f = jax.jit(lambda x: jnp.sin(x))
    start = time.perf_counter()
    f(x).block_until_ready()
    first = time.perf_counter() - start
    start = time.perf_counter()
    f(x).block_until_ready()
    return first, time.perf_counter() - start


def called_again(x):
    start = time.perf_counter()
    third(x).block_until_ready()
    return time.perf_counter() - start


def main(x):
    return [called_again(x) for _ in range(5)]


def given(f, x):
    start = time.perf_counter()
    jax.block_until_ready(f(x))
    return time.perf_counter() - start


def eager(x):
    start = time.perf_counter()
    jnp.dot(x, x).block_until_ready()
    return time.perf_counter() - start
