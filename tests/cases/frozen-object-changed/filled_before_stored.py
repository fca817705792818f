"""Containers that are complete when they are stored, or belong to nothing that freezes them."""

import flax.linen as nn
from flax import nnx


class Mixture(nn.Module):
    parts: int
    size: int
    log: list

    def setup(self):
        means = []
        for number in range(self.parts):
            means.append(self.param(f"mean_{number}", nn.initializers.zeros, (self.size,)))
        self.means = means
        self.heads = {"policy": nn.Dense(self.size)}
        self.log.append("made")

    def __call__(self, x):
        out = []
        out.append(self.heads["policy"](x))
        return out[0] + sum(self.means)


class Trainer:
    def setup(self):
        self.losses = []
        self.losses.append(0.0)


class Stack(nnx.Module):
    def __init__(self, rngs):
        self.names = []
        self.names.append("first")
        self.layer = nnx.Linear(3, 3, rngs=rngs)
