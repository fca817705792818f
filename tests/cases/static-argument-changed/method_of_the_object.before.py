# not executed: reported, there is no rewrite
from functools import partial

import jax


class Sampler:
    def __init__(self, temperature):
        self.temperature = temperature
        self.floor = 0.0

    @partial(jax.jit, static_argnums=0)
    def sample(self, key, logits):
        return jax.random.categorical(key, self._scaled(logits) / self.temperature)

    @partial(jax.jit, static_argnames="self")
    def scaled(self, logits):
        return self._scaled(logits)

    def _scaled(self, logits):
        return logits - self.floor


def straight(keys, logits):
    sampler = Sampler(1.0)
    warm = sampler.sample(keys[0], logits)
    sampler.temperature = 0.05  # want: JOL121 (warning) "`sampler.temperature` changes, and `sampler.sample`"
    return warm, sampler.sample(keys[1], logits)


def annealed(keys, logits):
    sampler = Sampler(1.0)
    drawn = []
    for step, key in enumerate(keys):
        sampler.temperature = 1.0 / (1 + step)  # want: JOL121 "given `sampler` as a static argument"
        drawn.append(sampler.sample(key, logits))
    return drawn


def through_another(logits):
    sampler = Sampler(1.0)
    first = [sampler.scaled(row) for row in logits]
    if len(first) > 1:
        sampler.floor = 2.0  # want: JOL121 "`sampler.floor` changes, and `sampler.scaled`"
    return first, sampler.scaled(logits)


def from_some_turn_on(key, logits):
    sampler = Sampler(1.0)
    for step in range(100):
        if step == 50:
            sampler.temperature = 0.1  # want: JOL121 "`sampler.temperature` changes"
        logits = logits + sampler.sample(key, logits)
    return logits


def behind_the_call(keys, logits):
    sampler = Sampler(1.0)
    for turn, key in enumerate(keys):
        logits = logits + sampler.sample(key, logits)
        if turn > 10:
            sampler.temperature = 0.1  # want: JOL121 "`sampler.temperature` changes"
    return logits
