# not executed: there is no fix
from functools import partial

import equinox as eqx
import flax.linen as nn
from flax import nnx


class Block(nn.Module):
    @nn.compact
    def __call__(self, x, train: bool):
        x = nn.Dense(8)(x)
        x = nn.BatchNorm(use_running_average=not train, momentum=0.1)(x)  # want: JOL843 "keeps 0.1 of what it was and takes 0.9"
        x = nn.BatchNorm(not train, -1, 0.01)(x)  # want: JOL843 "takes 0.99"
        norm = partial(nn.BatchNorm, use_running_average=not train, momentum=0.1)
        return norm()(x)


class ByField(nn.Module):
    share: float = 0.1

    def setup(self):
        self.norm = nn.BatchNorm(momentum=self.share)

    def __call__(self, x, train):
        return self.norm(x, use_running_average=not train)


class Layer(nnx.Module):
    def __init__(self, width, rngs: nnx.Rngs, momentum=0.1):
        self.norm = nnx.BatchNorm(width, momentum=momentum, rngs=rngs)

    def __call__(self, x):
        return self.norm(x)


def layer(width):
    return eqx.nn.BatchNorm(width, axis_name="batch", momentum=0.1)
