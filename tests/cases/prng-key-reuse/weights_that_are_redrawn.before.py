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
        self.layer = eqx.nn.Linear(size, size, key=key)
        self.layer = narrow(self.layer, key)  # want: JOL802 (info) "not independent"


def made(size, key):
    layer = eqx.nn.Linear(size, size, key=key)
    layer = narrow(layer, key)  # want: JOL802 (info) "not independent"
    return layer


def beside_another(size, key):
    layer = eqx.nn.Linear(size, size, key=key)
    other = narrow(layer, key)  # want: JOL802 (info) "not independent"
    return jax.tree.map(lambda a, b: a + b, layer, other)
