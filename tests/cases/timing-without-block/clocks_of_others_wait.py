"""What is timed waits for itself, may do so unseen, or takes its time elsewhere."""

import time
from contextlib import contextmanager

import jax
import jax.numpy as jnp

square = jax.jit(lambda x: x @ x)


@contextmanager
def phase(times, name, result):
    start = time.perf_counter()
    yield
    jax.block_until_ready(result)
    times[name] = time.perf_counter() - start


def waits_as_it_leaves(x):
    times, result = {}, []
    with phase(times, "square", result):
        result.append(square(x))
    return times


@contextmanager
def lap(times, name):
    start = time.perf_counter()
    yield
    times[name] = time.perf_counter() - start


def leaves_by_another_door(x, session):
    times = {}
    with lap(times, "square"), session:
        y = square(x)
    return y, times


class Trainers:
    def __init__(self):
        self.all = []

    def add(self, trainer):
        self.all.append(trainer)

    def train(self, x):
        start = time.time()
        for trainer in self.all:
            trainer.train()
        y = square(x)
        return y, time.time() - start


def operations_one_by_one(x):
    start = time.time()
    y = jnp.sin(x) + jnp.cos(x)
    return y, time.time() - start


def asks_in_a_test(x, limit):
    start = time.time()
    y = square(x)
    if jnp.max(y) > limit:
        y = y / limit
    return y, time.time() - start


def measured(function, x):
    start = time.time()
    y = function(x)
    return y, time.time() - start


def of_the_host(x):
    return measured(sorted, x)


def handed_out(xs):
    start = time.time()
    for x in xs:
        yield square(x)
    print(time.time() - start)


def from_turn_to_turn(x, steps):
    last = time.time()
    for _ in range(steps):
        x = square(x)
        now = time.time()
        print(now - last)
        last = now
    return x
