"""Lists of layers that loops make of other widths, of several kinds, or in stages."""

import equinox as eqx
import jax
from flax import nnx


class Widths(nnx.Module):
    def __init__(self, sizes, rngs):
        layers = []
        for before, after in zip(sizes, sizes[1:]):
            layers.append(nnx.Linear(before, after, rngs=rngs))
        self.layers = nnx.List(layers)

    def __call__(self, x):
        for layer in self.layers:
            x = jax.nn.relu(layer(x))
        return x


class WithAHead(nnx.Module):
    def __init__(self, depth, width, rngs):
        self.layers = []
        for _ in range(depth):
            self.layers.append(nnx.Linear(width, width, rngs=rngs))
        self.layers.append(nnx.Linear(width, 1, rngs=rngs))

    def __call__(self, x):
        for layer in self.layers:
            x = jax.nn.relu(layer(x))
        return x


class Narrowing(nnx.Module):
    def __init__(self, depth, width, rngs):
        layers = []
        for _ in range(depth):
            half = width // 2
            layers.append(nnx.Linear(width, half, rngs=rngs))
            width = half
        self.layers = nnx.List(layers)

    def __call__(self, x):
        for layer in self.layers:
            x = jax.nn.relu(layer(x))
        return x


class Stages(nnx.Module):
    def __init__(self, stages, rngs):
        layers = []
        for width in stages:
            for _ in range(12):
                layers.append(nnx.Linear(width, width, rngs=rngs))
        self.layers = nnx.List(layers)

    def __call__(self, x):
        for layer in self.layers:
            x = jax.nn.relu(layer(x))
        return x


class OneIsReplaced(eqx.Module):
    layers: list

    def __init__(self, depth, key):
        self.layers = []
        for one in jax.random.split(key, depth):
            self.layers.append(eqx.nn.Linear(16, 16, key=one))
        self.layers[0] = eqx.nn.Linear(3, 16, key=key)

    def __call__(self, x):
        for layer in self.layers:
            x = jax.nn.tanh(layer(x))
        return x


class OfTwoKinds(nnx.Module):
    def __init__(self, kinds, rngs):
        layers = []
        for kind in kinds:
            if kind == "norm":
                layers.append(nnx.LayerNorm(16, rngs=rngs))
            else:
                layers.append(nnx.Linear(16, 16, rngs=rngs))
        self.layers = nnx.List(layers)

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
