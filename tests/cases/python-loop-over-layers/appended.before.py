"""Layers that a loop appends to a list, which the module keeps."""

import equinox as eqx
import jax
from flax import nnx


class Block(nnx.Module):
    def __init__(self, width, rngs):
        self.inner = nnx.Linear(width, width, rngs=rngs)

    def __call__(self, x, time):
        return x + jax.nn.gelu(self.inner(x)), time


class Trunk(nnx.Module):
    def __init__(self, config, width, rngs):
        layers = []
        for _ in range(config.depth):
            # As wide as what comes in.
            layers.append(Block(width=width, rngs=rngs))
        self.layers = nnx.List(layers)
        self.norm = nnx.LayerNorm(width, rngs=rngs)

    def __call__(self, x, time, carry=None):
        if carry is None:
            for layer in self.layers:  # want: JOL204 "passes `x` through layers that are alike"
                x, _ = layer(x, time)
        return self.norm(x)


class Tower(eqx.Module):
    layers: list

    def __init__(self, depth, key):
        self.layers = []
        for one in jax.random.split(key, depth):
            self.layers.append(eqx.nn.Linear(16, 16, key=one))

    def __call__(self, x):
        for layer in self.layers:  # want: JOL204 "`x`"
            x = jax.nn.tanh(layer(x))
        return x
