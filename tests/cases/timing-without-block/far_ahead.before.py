# not executed: only the clock's readings differ
"""A loop is at most so many calls ahead of the device."""

import time

import jax


@jax.jit
def turn(x):
    return x @ x


def many(x):
    turn(x)
    start = time.perf_counter()
    for _ in range(5_000):
        x = turn(x)
    took = time.perf_counter() - start  # want: JOL407 (info) "up to 32 calls, is not in its time"
    return x, took


def some(x, rows):
    turn(x)
    start = time.perf_counter()
    for row in rows:
        x = turn(x + row)
    took = time.perf_counter() - start  # want: JOL407 (info) "up to 32 calls"
    return x, took


def few(x):
    turn(x)
    start = time.perf_counter()
    for _ in range(8):
        x = turn(x)
    took = time.perf_counter() - start  # want: JOL407 (warning) "measures the dispatch alone"
    return x, took


def one_behind_many(x):
    turn(x)
    start = time.perf_counter()
    for _ in range(5_000):
        x = turn(x)
    y = turn(x.T)
    took = time.perf_counter() - start  # want: JOL407 (info) "up to 32 calls"
    return y, took
