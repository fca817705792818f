from dataclasses import dataclass
from functools import partial

import jax


class Model:
    def __init__(self, params):
        self.rate = 0.1
        self.table = None
        self.set_rate(0.2)

    def set_rate(self, rate):
        self.rate = rate
        self._step = jax.jit(self._step_impl)

    def lookup(self):
        if self.table is None:
            self.table = jax.numpy.arange(8)
        return self.table

    def _step_impl(self, x):
        return x * self.rate + self.table


@dataclass(frozen=True)
class Hashed:
    rate: float

    @partial(jax.jit, static_argnums=0)
    def step(self, x):
        return x * self.rate


class ByValue:
    def __init__(self):
        self.rate = 0.1

    def set_rate(self, rate):
        self.rate = rate

    def __hash__(self):
        return hash(self.rate)

    def __eq__(self, other):
        return self.rate == other.rate

    @partial(jax.jit, static_argnums=0)
    def step(self, x):
        return x * self.rate
