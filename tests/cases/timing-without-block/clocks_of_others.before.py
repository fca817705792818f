# not executed: only the clock's readings differ
"""The clock is read in a context manager, by a watch, or in a helper that is handed the step."""

import time
from contextlib import contextmanager

import jax


class Model:
    def __init__(self, scale):
        self.scale = scale

    @jax.jit
    def _double(x):
        return x + x

    def forward(self, x):
        return Model._double(x * self.scale)


square = jax.jit(lambda x: x @ x)


@contextmanager
def phase(times, name):
    start = time.perf_counter()
    yield
    times[name] = time.perf_counter() - start


def train(x):
    times = {}
    with phase(times, "square"):  # want: JOL407 "is read before `square` has run"
        y = square(x)
    with phase(times, "waited"):
        z = jax.block_until_ready(square(y))
    return z, times


class Watch:
    def __init__(self):
        self.started = {}
        self.took = {}

    def start(self, name):
        self.started[name] = time.time()

    def stop(self, name):
        self.took[name] = time.time() - self.started[name]


def watched(x):
    watch = Watch()
    watch.start("square")
    y = square(x)
    watch.stop("square")  # want: JOL407 "the clock at"
    watch.start("read")
    z = float(square(y)[0, 0])
    watch.stop("read")
    return y, z, watch.took


def measured(function, x):
    start = time.time()
    # The function may be compiled, or wait by itself.
    y = function(x)
    took = time.time() - start  # want: JOL407 "before `function` has run"
    return y, took


def compiled(x):
    return measured(square, x)


def through_a_method(x):
    model = Model(2.0)
    start = time.time()
    y = model.forward(x)
    took = time.time() - start  # want: JOL407 "before `model.forward` has run"
    return y, took
