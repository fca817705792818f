"""Classes that are registered, classes that are trees by themselves, and static arguments."""

import dataclasses
from functools import partial
from typing import NamedTuple

import flax.struct
import jax
import jax.numpy as jnp


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class State:
    weights: jax.Array


@dataclasses.dataclass
class Later:
    weights: jax.Array


jax.tree_util.register_dataclass(Later, data_fields=["weights"], meta_fields=[])


class Pair(NamedTuple):
    first: jax.Array
    second: jax.Array


@flax.struct.dataclass
class Struct:
    weights: jax.Array


@dataclasses.dataclass(frozen=True)
class Config:
    rate: float = 0.1


class Listed:
    def __init__(self, x):
        self.x = x


for cls in (Listed,):
    jax.tree_util.register_pytree_node(cls, lambda s: ((s.x,), None), lambda _, xs: cls(*xs))


class Scaled:
    def __init__(self, x):
        self.x = x

    def __jax_array__(self):
        return 2 * self.x


@jax.jit
def step(state, later, pair, struct, listed, scaled):
    return State(state.weights + later.weights + pair.first + struct.weights + listed.x + scaled)


@partial(jax.jit, static_argnames="config")
def scaled(x, config):
    return x * config.rate


def loss(weights, config):
    return jnp.sum(weights) * config.rate


def main(x):
    out = step(State(x), Later(x), Pair(x, x), Struct(x), Listed(x), Scaled(x))
    config = Config()
    return out, scaled(x, config), jax.grad(loss)(x, config)
