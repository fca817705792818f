"""Layers of `setup`, of compact methods, of what these call, and classes that make none."""

import flax.linen as nn
import jax.numpy as jnp
from flax import nnx


class Setup(nn.Module):
    def setup(self):
        self.first = nn.Dense(3)
        self.rest = [nn.Dense(3) for _ in range(2)]

    def __call__(self, x):
        for layer in self.rest:
            x = layer(x)
        return self.first(x)


class Helped(nn.Module):
    def block(self, x):
        return nn.Dense(3)(x)

    @nn.compact
    def __call__(self, x):
        return self.block(x) * self.param("scale", nn.initializers.ones, (3,))


class Given(nn.Module):
    layer: nn.Module

    def __call__(self, x):
        return nn.relu(self.layer(x))


class Branches(nn.Module):
    @nn.compact
    def __call__(self, x, deep):
        if deep:
            x = nn.Dense(4, name="dense")(x)
        else:
            x = nn.Dense(8, name="dense")(x)
        return nn.Dense(1, name="head")(x) + self.param("b", lambda key: jnp.zeros(1))


class Other(nnx.Module):
    def __init__(self, rngs):
        self.layer = nnx.Linear(3, 3, rngs=rngs)

    def __call__(self, x):
        return self.layer(x)


class Plain:
    def __call__(self, x):
        return nn.Dense(3).init(x, x)
