"""Objects that are compared by what they hold, are made anew, are no static arguments, or change
when nothing is called again."""

from dataclasses import dataclass
from functools import partial

import jax


@dataclass(unsafe_hash=True)
class Config:
    rate: float = 0.1


class Plain:
    rate = 0.1
    seen = 0


@partial(jax.jit, static_argnames="config")
def step(x, config):
    return x - config.rate * x


@jax.jit
def traced(x, config):
    return x - x


def by_value(x):
    config = Config()
    for _ in range(10):
        x = step(x, config)
        config.rate = config.rate * 0.5
    return x


def made_anew(x):
    for turn in range(10):
        config = Plain()
        config.rate = 1.0 / (turn + 1)
        x = step(x, config)
    return x


def before(x):
    config = Plain()
    config.rate = 0.3
    for _ in range(10):
        x = step(x, config)
    config.rate = 0.1
    return x


def not_read(x):
    config = Plain()
    for _ in range(10):
        x = step(x, config)
        config.seen += 1
    return x


def no_static(x):
    config = Plain()
    for _ in range(10):
        x = traced(x, config)
        config.rate = 0.2
    return x


class Scaler:
    def __init__(self, scale):
        self.scale = scale

    @partial(jax.jit, static_argnums=0)
    def scaled(self, x):
        return self.scale * x


def in_the_first_turn(x):
    scaler = Scaler(1.0)
    for turn in range(10):
        if turn == 0:
            scaler.scale = 2.0
        x = scaler.scaled(x)
    return x


def until(x):
    scaler = Scaler(1.0)
    for turn in range(10):
        if turn >= 0:
            scaler.scale = 2.0
        x = scaler.scaled(x)
    return x


def of_another_count(x, turns):
    scaler = Scaler(1.0)
    for turn in turns:
        if turn == 5:
            scaler.scale = 2.0
        x = scaler.scaled(x)
    return x


def only_there(x):
    scaler = Scaler(1.0)
    for turn in range(10):
        if turn == 5:
            scaler.scale = 2.0
            x = scaler.scaled(x)
    return x
