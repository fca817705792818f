# not executed: reported for information, the fix is refused
"""What things are called tells nothing about how often they run; nobody calls these."""

from functools import lru_cache, partial

import jax
import jax.numpy as jnp
from somewhere import Base, memoized


def apply(params, x):
    return x @ params


def main(params, batches):
    forward = jax.jit(partial(apply, params))  # want: JOL102 (info) "on every call of `main`"
    return [forward(batch) for batch in batches]


def create_state(model, rng, x):
    return jax.jit(lambda r: model.init(r, x))(rng)  # want: JOL102 (info) "call of `create_state`"


def evaluate(model, x):
    return jax.jit(lambda v: model(v))(x)  # want: JOL102 (info) "on every call of `evaluate`"


class Agent(Base):
    def update(self, x):
        return jax.jit(lambda v: self.scale * v)(x)  # want: JOL102 (info) "call of `update`"

    def describe(self, x):
        return jax.jit(lambda v: self.scale * v)(x)  # want: JOL102 (info) "call of `describe`"


@memoized
def of_size(size):
    return jax.jit(lambda x: x[:size])(jnp.arange(size))  # want: JOL102 (info)


@lru_cache
def kept(size):
    return jax.jit(lambda x: x[:size])(jnp.arange(size))


def build(model, x):
    return jax.jit(lambda v: model.scale * v)(x)  # want: JOL102 (warning) "call of `build`"


def sizes(model, xs):
    return [of_size(n) + kept(n) + build(model, x) for n, x in enumerate(xs)]
