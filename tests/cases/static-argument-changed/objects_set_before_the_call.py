"""Objects that change before their methods are compiled or after the last call, that are made
anew, that are compared by what they hold, and what their compiled methods do not read."""

from dataclasses import dataclass
from functools import partial

import jax


class Sampler:
    def __init__(self, temperature):
        self.temperature = temperature
        self.seen = 0

    @partial(jax.jit, static_argnums=0)
    def sample(self, logits):
        return logits / self.temperature

    @partial(jax.jit, static_argnums=(0, 2))
    def first(self, logits, n):
        return logits[:n] / self.temperature

    def eager(self, logits):
        return logits / self.temperature


@dataclass(unsafe_hash=True)
class ByValue:
    temperature: float

    @partial(jax.jit, static_argnums=0)
    def sample(self, logits):
        return logits / self.temperature


class Watched:
    def __init__(self):
        self.versions = 0
        self._t = 1.0

    def __eq__(self, other):
        return self._t == other._t

    def __hash__(self):
        return hash(self._t)

    @partial(jax.jit, static_argnums=0)
    def sample(self, logits):
        return logits / self._t


def before_and_after(logits):
    sampler = Sampler(1.0)
    sampler.temperature = 0.5
    out = sampler.sample(logits)
    sampler.temperature = 1.0
    return out


def anew(logits):
    sampler = Sampler(1.0)
    warm = sampler.sample(logits)
    sampler = Sampler(1.0)
    sampler.temperature = 0.5
    return warm, sampler.sample(logits)


def anew_on_each_turn(logits):
    for step in range(3):
        sampler = Sampler(1.0)
        sampler.temperature = 1.0 / (step + 1)
        logits = sampler.sample(logits)
    return logits


def same_on_each_turn(logits):
    sampler = Sampler(1.0)
    for _ in range(3):
        sampler.temperature = 0.5
        logits = sampler.sample(logits)
    return logits


def one_or_the_other(logits, cold):
    sampler = Sampler(1.0)
    if not cold:
        return sampler.sample(logits)
    sampler.temperature = 0.5
    return sampler.sample(logits)


def forgotten(logits):
    sampler = Sampler(1.0)
    warm = sampler.sample(logits)
    sampler.temperature = 0.5
    jax.clear_caches()
    return warm, sampler.sample(logits)


def not_read(logits):
    sampler = Sampler(1.0)
    warm = sampler.sample(logits)
    sampler.seen = 1
    return warm, sampler.sample(logits)


def not_compiled(logits):
    sampler = Sampler(1.0)
    warm = sampler.eager(logits)
    sampler.temperature = 0.5
    return warm, sampler.eager(logits)


def other_statics(logits):
    sampler = Sampler(1.0)
    warm = sampler.first(logits, 3)
    sampler.temperature = 0.5
    return warm, sampler.first(logits, 4)


def by_value(logits):
    sampler = ByValue(1.0)
    warm = sampler.sample(logits)
    sampler.temperature = 0.5
    return warm, sampler.sample(logits)


def watched(logits):
    sampler = Watched()
    warm = sampler.sample(logits)
    sampler._t = 0.5
    return warm, sampler.sample(logits)
