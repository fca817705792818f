"""What the meters do with a reading is not seen."""

import collections
import contextlib
import time

import jax
from elsewhere import sink

step = jax.jit(lambda state, batch: state + batch)


class Meter:
    def __init__(self):
        self.sink = sink("meter")

    def add(self, reading):
        self.sink(reading)


class Watch:
    def __init__(self):
        self.meters = collections.defaultdict(Meter)

    @contextlib.contextmanager
    def over(self, name):
        begin = time.time()
        yield
        self.meters["size"].add(1)
        self.meters[name].add(time.time() - begin)


def train(state, batches):
    watch = Watch()
    for batch in batches:
        with watch.over("step"):
            state = step(state, batch)
    return state
