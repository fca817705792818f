"""The layers have the widths that a list gives."""

import jax
import jax.numpy as jnp
from flax import nnx


def init(key, sizes):
    keys = jax.random.split(key, len(sizes) - 1)
    params = [
        (jax.random.normal(k, (n, m)), jnp.zeros(m)) for k, n, m in zip(keys, sizes, sizes[1:])
    ]
    return params


@jax.jit
def apply(params, x):
    for w, b in params:
        x = jnp.tanh(x @ w + b)
    return x


@jax.jit
def given(layers, x):
    for w, b in layers:
        x = jnp.tanh(x @ w + b)
    return x


class Perceptron(nnx.Module):
    def __init__(self, widths, rngs):
        self.layers = [
            nnx.Linear(widths[i], widths[i + 1], rngs=rngs) for i in range(len(widths) - 1)
        ]

    def __call__(self, x):
        for layer in self.layers:
            x = nnx.relu(layer(x))
        return x


def table(sizes):
    weights = {f"w{i}": jnp.ones((sizes[i], sizes[i + 1])) for i in range(len(sizes) - 1)}
    return weights


@jax.jit
def keyed(weights, x):
    for i in range(8):
        x = jnp.tanh(x @ weights[f"w{i}"])
    return x
