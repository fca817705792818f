# not executed: nothing is rewritten
"""The key of first weights that the training goes on with."""

import flax.linen as nn
from jax import random


class Model(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(3)(x)


def step(params, key):
    return params["scale"] + random.normal(key)


def train(x, steps):
    key = random.key(0)
    model = Model()
    params = model.init(key, x)
    return step(params, key)  # want: JOL802 (info) "first weights"
