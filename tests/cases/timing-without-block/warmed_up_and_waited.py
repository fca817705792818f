"""What ran before the clock is done by then, is something else, or one run of many."""

import time

import jax
import jax.numpy as jnp

step = jax.jit(lambda w: jnp.tanh(w @ w))
other = jax.jit(lambda w: w + 1)


def waited(w):
    step(w).block_until_ready()
    begin = time.perf_counter()
    out = step(w).block_until_ready()
    return out, time.perf_counter() - begin


def asked_for(w):
    print(step(w).sum())
    begin = time.perf_counter()
    out = jax.block_until_ready(step(w))
    return out, time.perf_counter() - begin


def something_else(w):
    w = other(w)
    begin = time.perf_counter()
    out = jax.block_until_ready(step(w))
    return out, time.perf_counter() - begin


def one_of_many(w, rounds):
    step(w)
    begin = time.perf_counter()
    for _ in range(rounds):
        w = step(w)
    w.block_until_ready()
    return (time.perf_counter() - begin) / rounds


def each_by_itself(w, rounds):
    step(w)
    took = []
    for _ in range(rounds):
        begin = time.perf_counter()
        step(w).block_until_ready()
        took.append(time.perf_counter() - begin)
    return took


def may_wait_unseen(w, show):
    show(step(w))
    begin = time.perf_counter()
    out = jax.block_until_ready(step(w))
    return out, time.perf_counter() - begin


def waits_for_what_went_before(w):
    warm = step(w)
    begin = time.perf_counter()
    warm.block_until_ready()
    return time.perf_counter() - begin


if __name__ == "__main__":
    x = jnp.ones((8, 8))
    print(waited(x), asked_for(x), something_else(x), one_of_many(x, 100), each_by_itself(x, 9))
