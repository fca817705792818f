import flax.linen as nn
import haiku as hk
import optax
from flax import nnx


class Net(nn.Module):
    momentum: float = 0.9

    @nn.compact
    def __call__(self, x, train: bool):
        x = nn.BatchNorm(use_running_average=not train, momentum=self.momentum)(x)
        x = nn.BatchNorm(use_running_average=not train, momentum=0.5)(x)
        x = nn.BatchNorm(use_running_average=not train, momentum=0.0)(x)  # no average on purpose
        x = nn.BatchNorm(use_running_average=True, momentum=0.1)(x)  # only evaluated
        x = nn.LayerNorm(epsilon=0.1)(x)
        return nn.BatchNorm(use_running_average=not train)(x)


class Other(nnx.Module):
    def __init__(self, rngs, momentum):
        self.norm = nnx.BatchNorm(8, momentum=momentum, rngs=rngs)


def forward(x, is_training):
    return hk.BatchNorm(True, True, 0.9)(x, is_training)


optimizer = optax.sgd(0.1, momentum=0.1)

KEPT = 0.99


def follow(online, target, tau):
    target = optax.incremental_update(online, target, 1 - KEPT)
    target = optax.incremental_update(online, target, 0.005)
    target = optax.incremental_update(online, target, 0.5)
    target = optax.incremental_update(online, target, step_size=1.0)  # a copy
    return optax.incremental_update(online, target, tau)
