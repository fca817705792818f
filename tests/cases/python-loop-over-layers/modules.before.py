"""Modules of Flax and Haiku that are made alike in each turn, or in a list."""

import equinox as eqx
import flax.linen as nn
import haiku as hk
import jax
from flax import nnx


class EncoderBlock(nn.Module):
    width: int

    @nn.compact
    def __call__(self, inputs, mask=None):
        x = nn.LayerNorm()(inputs)
        x = nn.Dense(self.width)(x)
        return x + inputs


class Encoder(nn.Module):
    depth: int
    width: int

    @nn.compact
    def __call__(self, x, mask):
        for n in range(self.depth):  # want: JOL204 "passes `x` through layers that are alike"
            x = EncoderBlock(self.width, name=f"block_{n}")(x, mask)
        return x


class InTwoLines(nn.Module):
    depth: int
    width: int

    @nn.compact
    def __call__(self, x):
        for n in range(self.depth):  # want: JOL204 "`x`"
            block = EncoderBlock(self.width, name="block_%d" % n)
            x = block(x)
        return x


class SetUp(nn.Module):
    depth: int
    width: int

    def setup(self):
        self.blocks = [EncoderBlock(self.width, name=f"b{i}") for i in range(self.depth)]

    def __call__(self, x):
        for block in self.blocks:  # want: JOL204 "`x`"
            x = block(x)
        return x


class Tower(hk.Module):
    def __init__(self, depth, config):
        super().__init__()
        self.depth = depth
        self.config = config

    def __call__(self, h):
        for n in range(self.depth):  # want: JOL204 "`h`"
            h = TransformerDecoderLayer(self.config, name=f"layer_{n}")(h)
        return h


class Stack(nnx.Module):
    def __init__(self, depth, width, rngs: nnx.Rngs):
        self.layers = nnx.List([nnx.Linear(width, width, rngs=rngs) for _ in range(depth)])

    def __call__(self, x):
        for layer in self.layers:  # want: JOL204 "`x`"
            x = nnx.relu(layer(x))
        return x


class Deep(eqx.Module):
    layers: list

    def __init__(self, key, depth, width):
        keys = jax.random.split(key, depth)
        self.layers = [eqx.nn.Linear(width, width, key=k) for k in keys]

    def __call__(self, x):
        for layer in self.layers:  # want: JOL204 "`x`"
            x = jax.nn.relu(layer(x))
        return x
