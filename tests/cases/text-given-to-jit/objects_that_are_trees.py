"""Objects that JAX takes apart or converts, that are static, or of which nothing is known."""

from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import flax.struct
import jax
import jax.numpy as jnp


class Pair(NamedTuple):
    left: jax.Array
    right: jax.Array


@flax.struct.dataclass
class State:
    weights: jax.Array


class Wrapped:
    def __init__(self, size):
        self.size = size

    def __jax_array__(self):
        return jnp.ones(self.size)


@dataclass(frozen=True)
class Options:
    scale: float = 2.0


@jax.jit
def total(tree, x):
    return x


@partial(jax.jit, static_argnums=0)
def scaled(options, x):
    return options.scale * x


class Search:
    def __init__(self, options, model):
        self.options = options or Options()
        self.model = model

    def run(self, x, compiled, f):
        total(Pair(x, x), x)
        total(State(x), x)
        total(Wrapped(3), x)
        scaled(Options(), x)
        static = jax.jit(f, static_argnums=0)
        static(Options(), x)
        bound = jax.jit(partial(f, Options()))
        bound(x)
        return compiled(Options(), x), total(self.model, x)
