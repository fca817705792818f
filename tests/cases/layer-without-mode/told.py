"""Layers that are told where they are made, or where they are called, by place or by name."""

import flax.linen as nn
from flax import nnx


class Head(nn.Module):
    training: bool
    options: dict

    @nn.compact
    def __call__(self, x):
        x = nn.Dropout(0.5, deterministic=not self.training)(x)
        x = nn.Dropout(0.5)(x, not self.training)
        x = nn.Dropout(0.5, (), True)(x)
        x = nn.BatchNorm(not self.training)(x)
        x = nn.BatchNorm(**self.options)(x)
        return nn.LayerNorm()(x)


class Block(nn.Module):
    def setup(self):
        self.norm = nn.BatchNorm()

    def __call__(self, x, train):
        return self.norm(x, use_running_average=not train)


class Other(nnx.Module):
    def __init__(self, rngs):
        self.drop = nnx.Dropout(0.5, rngs=rngs)
        self.norm = nnx.BatchNorm(4, rngs=rngs)

    def __call__(self, x):
        return self.drop(self.norm(x))
