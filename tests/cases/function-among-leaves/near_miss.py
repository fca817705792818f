"""Models whose functions are static, are filtered out, or are not known to be functions."""

from collections.abc import Callable

import equinox as eqx
import jax
import jax.numpy as jnp
import optax
import pytest


class Static(eqx.Module):
    weight: jax.Array
    activation: Callable = eqx.field(static=True)

    def __init__(self, activation=jax.nn.relu):
        self.weight = jnp.ones(3)
        self.activation = activation

    def __call__(self, x):
        return self.activation(self.weight * x)


class Layered(eqx.Module):
    weight: jax.Array
    activation: Callable

    def __init__(self, activation=jax.nn.relu):
        self.weight = jnp.ones(3)
        self.activation = activation

    def __call__(self, x):
        return self.activation(self.weight * x)


class ByMethod(eqx.Module):
    weight: jax.Array
    # A function in the body of a module is a method.
    activation = jax.nn.relu


class Plain(eqx.Module):
    layers: list

    def __init__(self, key):
        self.layers = [eqx.nn.Linear(3, 3, key=key) for _ in range(2)]

    def __call__(self, x):
        return jax.nn.relu(self.layers[1](self.layers[0](x)))


@jax.jit
def evaluate(model, x):
    return model(x)


@eqx.filter_jit
def filtered(model, x):
    return model(x)


def loss(model, x):
    return jnp.mean(model(x))


def main(key, x):
    model = eqx.nn.MLP(3, 3, 8, 1, key=key)
    params, rest = eqx.partition(model, eqx.is_inexact_array)
    adam = optax.adam(1e-3)
    states = [
        adam.init(eqx.filter(model, eqx.is_array)),
        adam.init(params),
        adam.init(Plain(key)),
        optax.sgd(1e-3).init(model),
    ]
    # The function is a module with arrays for leaves.
    layered = Layered(activation=eqx.nn.Linear(3, 3, key=key))
    values = [evaluate(Static(), x), evaluate(layered, x), evaluate(Plain(key), x)]
    compiled = jax.jit(lambda params, x: eqx.combine(params, rest)(x))
    return filtered(model, x), loss(model, x), compiled(params, x), states, values


def by_second_argument(key, x):
    model = eqx.nn.MLP(3, 3, 8, 1, key=key)
    return jax.grad(lambda x, model: jnp.sum(model(x)))(x, model)


def closed_over(key, x):
    model = eqx.nn.MLP(3, 3, 8, 1, key=key)
    return jax.jit(lambda x: model(x))(x)


def test_error(key):
    model = eqx.nn.MLP(3, 3, 8, 1, key=key)
    with pytest.raises(TypeError):
        optax.adam(1e-3).init(model)
