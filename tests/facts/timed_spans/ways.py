"""Spans with compiled work in them, and whether anything waits for it."""

import time
from collections import defaultdict
from contextlib import contextmanager

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def step(x):
    return x * x


def nothing_compiled(x):
    start = time.time()
    y = jnp.sum(x)
    return y, time.time() - start


def on_one_way(x, verbose: bool):
    start = time.time()
    y = step(x)
    if verbose:
        y.block_until_ready()
    return y, time.time() - start  # fact: timed_spans step waited for


def behind_the_reading(x):
    start = time.time()
    y = step(x)
    end = time.time()  # fact: timed_spans step
    print(float(y))
    return end - start


def of_the_turn_before(xs):
    last = time.time()
    for x in xs:
        y = step(x)
        print(time.time() - last)
        last = time.time()
    return y


def shown(x, name: str):
    start = time.time()
    y = step(x)
    print(f"{name} has run")
    return y, time.time() - start  # fact: timed_spans step waited for


def said(x):
    start = time.time()
    y = step(x)
    print("it has run")
    return y, time.time() - start  # fact: timed_spans step


def filled(x):
    start = time.time()
    out = np.zeros(3)
    out[0] = step(x)
    return out, time.time() - start  # fact: timed_spans step waited for


class Stopwatch:
    def __init__(self):
        self.started = {}
        self.sums = defaultdict(float)

    def start(self, name):
        self.started[name] = time.perf_counter()

    def stop(self, name):
        self.sums[name] += time.perf_counter() - self.started[name]


def two_methods(x):
    watch = Stopwatch()
    watch.start("step")
    y = step(x)
    watch.stop("step")  # fact: timed_spans step
    return y, watch.sums


@contextmanager
def timed(name):
    start = time.perf_counter()
    try:
        yield start
    finally:
        print(name, time.perf_counter() - start)


def managed(x):
    with timed("step") as start:  # fact: timed_spans step
        y = step(x)
    return y, start


class Timed:
    def __enter__(self):
        self.start = time.time()
        return self

    def __exit__(self, *error):
        self.took = time.time() - self.start


def entered(x):
    with Timed() as timer:  # fact: timed_spans step
        y = step(x)
    return y, timer.took


def left_early(x):
    with Timed():  # fact: timed_spans step waited for
        return step(x).block_until_ready()
