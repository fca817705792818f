"""Dictionaries of collections, pairs that are unpacked, and models that run in others."""

import flax.linen as nn
import jax
import jax.numpy as jnp

model = nn.Dense(3)
variables = model.init(jax.random.key(0), jnp.ones((1, 2)))
params = variables["params"]


def used(x):
    y = model.apply(variables, x)
    z = model.apply({"params": params}, x)
    w, updates = model.apply(variables, x, mutable=["intermediates"])
    both = model.apply(variables, x, mutable=["intermediates"])
    bound = model.bind(variables)
    return y, z, w, updates, both[0], bound(x)


class Outer(nn.Module):
    @nn.compact
    def __call__(self, x):
        return helper(x)


layer = nn.Dense(3)


def helper(x):
    return layer(x)


class Pair(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(2)(x), nn.Dense(3)(x)


pair = Pair()


def several(params, x):
    mean, scale = pair.apply({"params": params}, x)
    return mean / scale
