# not executed: nothing is rewritten
"""Layers of one key that are made to hold weights from a file, and layers that keep theirs."""

import equinox as eqx
import jax


def restored(weights):
    key = jax.random.key(0)
    first = eqx.nn.Linear(3, 3, key=key)
    first = eqx.tree_at(lambda layer: layer.weight, first, weights["first"])
    second = eqx.nn.Linear(3, 3, key=key)  # want: JOL802 (info)
    second = eqx.tree_at(lambda layer: layer.weight, second, weights["second"])
    return first, second


def kept(x):
    key = jax.random.key(0)
    first = eqx.nn.Linear(3, 4, key=key)
    second = eqx.nn.Linear(4, 3, key=key)  # want: JOL802 (info)
    return second(first(x))
