# not executed: the originals raise
from collections.abc import Callable
from functools import partial

import equinox as eqx
import jax
import jax.numpy as jnp
import optax


class Encoder(eqx.Module):
    layers: list
    activation: Callable
    width: int = eqx.field(static=True)

    def __init__(self, key, width=16, activation=jax.nn.gelu):
        k1, k2 = jax.random.split(key)
        self.layers = [eqx.nn.Linear(4, width, key=k1), eqx.nn.Linear(width, 2, key=k2)]
        self.activation = activation
        self.width = width

    def __call__(self, x):
        return self.layers[1](self.activation(self.layers[0](x)))


class Classifier(eqx.Module):
    layers: list

    def __init__(self, key):
        k1, k2 = jax.random.split(key)
        self.layers = [eqx.nn.Linear(4, 8, key=k1), jax.nn.relu, eqx.nn.Linear(8, 2, key=k2)]

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


class Pair(eqx.Module):
    scale: jax.Array
    network: eqx.nn.MLP

    def __init__(self, key):
        self.scale = jnp.ones(())
        self.network = eqx.nn.MLP(4, 2, 8, 1, key=key)

    def __call__(self, x):
        return self.scale * self.network(x)


class Scaled(eqx.Module):
    scale: jax.Array
    function: Callable

    def __call__(self, x):
        return self.function(self.scale * x)


@jax.jit  # want: JOL811 "`Encoder` holds a function"
def evaluate(model, xs):
    return jax.vmap(model)(xs)


@partial(jax.jit, static_argnums=2)  # want: JOL811 "`Classifier`"
def outputs(model, xs, count):
    return jax.vmap(model)(xs)[:count]


def loss(model, xs):
    return jnp.mean(jax.vmap(model)(xs) ** 2)


def train(key, xs):
    model = Pair(key)
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(1e-3))
    state = optimizer.init(model)  # want: JOL811 "`optimizer.init` takes arrays"
    for x in xs:
        grads = eqx.filter_grad(loss)(model, x)
        updates, state = optimizer.update(grads, state, model)
        model = eqx.apply_updates(model, updates)
    return model


def gradient(key, xs):
    model = eqx.nn.Sequential([eqx.nn.Linear(4, 2, key=key), eqx.nn.Lambda(jax.nn.relu)])
    return jax.grad(loss)(model, xs)  # want: JOL811 "`jax.grad` takes arrays"


def scaled(x):
    return jax.jit(lambda m, x: m(x))(Scaled(x, function=jnp.tanh), x)  # want: JOL811 "`Scaled`"


def main(key, xs):
    model = Encoder(key)
    return evaluate(model, xs), outputs(Classifier(key), xs, 3)
