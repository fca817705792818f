"""A watch that keeps a meter for each name, made when it is first asked for."""

import collections
import contextlib
import time

import jax


class Meter:
    def __init__(self):
        self.readings = []

    def add(self, reading):
        self.readings.append(reading)


class Watch:
    def __init__(self):
        self.meters = collections.defaultdict(Meter)

    @contextlib.contextmanager
    def over(self, name):
        begin = time.time()
        yield
        self.note(name, time.time() - begin)

    def note(self, name, reading):
        self.meters[name].add(reading)


step = jax.jit(lambda state, batch: state + batch)


def train(state, batches):
    watch = Watch()
    for batch in batches:
        with watch.over("step"):  # want: JOL407 "`step` has run"
            state = step(state, batch)
            watch.note("size", len(batch))
    return state
