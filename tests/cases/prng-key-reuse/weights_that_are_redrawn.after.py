# not executed: the drawn numbers change on purpose
"""Layers whose weights are drawn anew at once, with the same key."""

import equinox as eqx
import jax
from jax import random


def narrow(layer, key):
    weight = 0.02 * random.normal(key, layer.weight.shape)
    return eqx.tree_at(lambda one: one.weight, layer, weight)


class Head(eqx.Module):
    layer: eqx.nn.Linear

    def __init__(self, size, key):
        key_1, key_2 = random.split(key)
        self.layer = eqx.nn.Linear(size, size, key=key_1)
        self.layer = narrow(self.layer, key_2)


def made(size, key):
    key_1, key_2 = random.split(key)
    layer = eqx.nn.Linear(size, size, key=key_1)
    layer = narrow(layer, key_2)
    return layer


def beside_another(size, key):
    key_1, key_2 = random.split(key)
    layer = eqx.nn.Linear(size, size, key=key_1)
    other = narrow(layer, key_2)
    return jax.tree.map(lambda a, b: a + b, layer, other)
