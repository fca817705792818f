# not executed: nothing is rewritten
"""One key for the dropouts of all layers, which lie in lists and tuples."""

from typing import List

import equinox as eqx
from jax import random


class Net(eqx.Module):
    layers: list
    drops: tuple[eqx.nn.Dropout, ...]
    more: List[eqx.nn.Dropout]
    others: list

    def __init__(self, key, more):
        self.layers = [eqx.nn.Linear(3, 3, key=k) for k in random.split(key, 4)]
        drops = [eqx.nn.Dropout(0.1) for _ in range(4)]
        self.drops = tuple(drops)
        self.more = more
        self.others = drops

    def __call__(self, x, *, key):
        for layer, drop in zip(self.layers, self.drops):
            x = drop(layer(x), key=key)  # want: JOL802 (warning) "does not change in the loop"
        return x

    def declared(self, x, key):
        for drop in self.more:
            x = drop(x, key=key)  # want: JOL802 (warning)
        return x

    def counted(self, x, key):
        for _, drop in enumerate(self.others):
            x = drop(x, key=key)  # want: JOL802 (warning)
        return x

    def each_its_own(self, x, key):
        for drop, one in zip(self.drops, random.split(key, 4)):
            x = drop(x, key=one)
        return x

    def linear(self, x, key):
        for layer in self.layers:
            x = layer(x, key=key)
        return x
