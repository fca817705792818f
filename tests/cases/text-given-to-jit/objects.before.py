"""Objects of plain classes that compiled functions are given."""

from abc import ABC
from dataclasses import dataclass
from functools import partial

import jax
import jax.numpy as jnp


class Base(ABC):
    """What models have in common."""


class Model(Base):
    def __init__(self, size):
        self.weights = jnp.ones(size)

    def __call__(self, x):
        return x @ self.weights


@dataclass
class Options:
    scale: float = 2.0
    steps: int = 3


@jax.jit
def predict(model, x):
    return model(x)


@partial(jax.jit, static_argnames="options")
def scaled(x, options, other=None):
    return options.scale * x


def use(x):
    model = Model(3)
    first = predict(model, x)  # want: JOL118 "`predict` is compiled and given an object of the class `Model` for `model`"
    return first, scaled(x, Options(), Options())  # want: JOL118 "given an object of the class `Options` for `other`"


class Search:
    def __init__(self, quick):
        self.model = Model(3)
        self.quick = quick

    def run(self, x):
        if self.quick:

            def step(model, x):
                return model(x)

        else:

            def step(model, x):
                return 2 * model(x)

        compiled = jax.jit(step)
        return compiled(self.model, x)  # want: JOL118 "`compiled` is compiled and given an object of the class `Model`"


def inputs(key):
    return (jax.random.normal(key, (2, 3)),)


def run(x):
    return x
