"""Averages that keep most, that are never used or never change, and norms of other libraries."""

from functools import partial

import flax.linen as nn
from flax import nnx
from torchlike import BatchNorm


class Block(nn.Module):
    share: float = 0.1
    kept: float = 0.9
    given: float

    @nn.compact
    def __call__(self, x, train: bool):
        x = nn.BatchNorm(use_running_average=not train, momentum=0.9)(x)
        x = nn.BatchNorm(use_running_average=not train)(x)
        x = nn.BatchNorm(use_running_average=False, momentum=0.1)(x)
        x = nn.BatchNorm(True, -1, 0.1)(x)
        x = nn.BatchNorm(momentum=0.1)(x, use_running_average=True)
        x = nn.BatchNorm(use_running_average=not train, momentum=self.kept)(x)
        x = nn.BatchNorm(use_running_average=not train, momentum=self.given)(x)
        x = nn.BatchNorm(use_running_average=not train, momentum=0.5)(x)
        x = nn.LayerNorm(epsilon=self.share)(x)
        return BatchNorm(momentum=0.1)(x)


def norms(momentum, rngs):
    frozen = partial(nn.BatchNorm, use_running_average=True, momentum=0.1)
    return frozen, partial(nn.BatchNorm, momentum=momentum), nnx.BatchNorm(8, momentum=momentum, rngs=rngs)
