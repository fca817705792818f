"""Layers that are off, get what they need, or are on in some cases only."""

import flax.linen as nn
import jax
import jax.numpy as jnp
import pytest
from flax.errors import InvalidRngError


class Net(nn.Module):
    rate: float = 0.0
    normalize: bool = False

    @nn.compact
    def __call__(self, x, train: bool, frozen=True):
        if self.normalize:
            x = nn.BatchNorm(use_running_average=not train)(x)
        x = nn.BatchNorm(use_running_average=frozen)(x)
        x = nn.Dropout(self.rate, deterministic=not train)(x)
        x = nn.Dropout(0.0, deterministic=not train)(x)
        return nn.Dense(3)(x)


class Plain(nn.Module):
    @nn.compact
    def __call__(self, x, train: bool):
        x = nn.BatchNorm(use_running_average=not train)(x)
        return nn.Dropout(0.5, deterministic=not train)(x)


net = Net()
plain = Plain()


def known(variables, x, key):
    return net.apply(variables, x, train=True), plain.apply(variables, x, train=False)


def allowed(variables, x, key):
    return plain.apply(variables, x, True, mutable=["batch_stats"], rngs={"dropout": key})


def by_streams(variables, x, rngs):
    return plain.apply(variables, x, True, rngs=rngs, mutable=True)


def passed_on(variables, x, train, **options):
    return plain.apply(variables, x, train), plain.apply(variables, x, True, **options)


def initialized(key, x):
    return plain.init({"params": key, "dropout": key}, x, train=True)


def test_it_needs_a_key(variables):
    with pytest.raises(InvalidRngError):
        plain.apply(variables, jnp.ones((2, 3)), train=True, mutable=["batch_stats"])


def either(deep, variables, x):
    chosen = Plain() if deep else Net()
    return chosen.apply(variables, x, train=True)


@jax.jit
def own(variables, x):
    return Early().apply(variables, x, train=True)


class Early(nn.Module):
    @nn.compact
    def __call__(self, x, train: bool):
        if x.shape[0] == 1:
            return x
        return nn.BatchNorm(use_running_average=not train)(x)
