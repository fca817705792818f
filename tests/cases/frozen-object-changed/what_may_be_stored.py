"""Constructors, `setup`, inherited fields, classes that are not frozen, errors that are meant."""

import dataclasses

import equinox as eqx
import flax.linen as nn
import jax
import jax.numpy as jnp
import pytest
from flax import nnx


class Base(eqx.Module):
    weight: jax.Array


class Linear(Base):
    bias: jax.Array

    def __init__(self, key):
        self.weight = jax.random.normal(key, (3, 3))
        self.bias = jnp.zeros(3)

    def grown(self):
        return eqx.tree_at(lambda m: m.weight, self, self.weight + 1)


class Setup(nn.Module):
    def setup(self):
        self.layer = nn.Dense(3)
        self._rest()

    def _rest(self):
        self.other = nn.Dense(3)

    @nn.compact
    def __call__(self, x):
        count = self.variable("stats", "count", lambda: 0)
        count.value += 1
        self.layer: nn.Module
        return self.layer(x)


class Free(nnx.Module):
    def __init__(self, rngs):
        self.layer = nnx.Linear(3, 3, rngs=rngs)

    def __call__(self, x):
        self.last = nnx.Cache(x)
        return self.layer(x)


@dataclasses.dataclass
class State:
    step: int


def counted():
    state = State(0)
    state.step = 1
    return state


def test_frozen(key):
    model = eqx.nn.Linear(3, 3, key=key)
    with pytest.raises(dataclasses.FrozenInstanceError):
        model.weight = jnp.ones((3, 3))


class Shown(nn.Module):
    """Nothing that runs bound calls what stores: it is called of the module as it was made."""

    @nn.compact
    def __call__(self, x):
        return nn.Dense(3)(x)

    def toggle(self):
        self._shown = not getattr(self, "_shown", False)


class Drift(eqx.Module):
    size: int

    def __init__(self, matrix):
        self._check(matrix)

    def _check(self, matrix):
        raise NotImplementedError


class LinearDrift(Drift):
    """Its constructor is the one above, which calls what stores."""

    def _check(self, matrix):
        self.size = matrix.shape[0]
