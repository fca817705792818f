"""Layers with a key, layers that draw nothing, and those that others make later."""

import functools

import equinox as eqx
import flax.linen as nn
import jax
import pytest
from flax import nnx


class Net(eqx.Module):
    layers: list

    def __init__(self, width, key, **options):
        first, second = jax.random.split(key)
        make = functools.partial(eqx.nn.Linear, use_bias=False)
        self.layers = [
            eqx.nn.Linear(width, width, key=first),
            eqx.nn.MLP(width, 1, 8, 2, **options),
            make(width, width, key=second),
            eqx.nn.Dropout(0.1),
            eqx.nn.LayerNorm(width),
            eqx.nn.Lambda(jax.nn.relu),
        ]


class Block(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(4)(nn.LayerNorm()(x))


class Dropping(nnx.Module):
    def __init__(self, given):
        self.drop = nnx.Dropout(0.1)
        self.layer = nnx.Linear(*given, **{"rngs": nnx.Rngs(0)})


def test_needs_a_key():
    with pytest.raises(TypeError):
        eqx.nn.Linear(2, 2)
