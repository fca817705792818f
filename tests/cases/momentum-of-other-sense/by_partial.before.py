# not executed: there is no fix
from functools import partial

import flax.linen as nn
from flax import nnx

KEPT = 0.01


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train: bool):
        norm = partial(nn.BatchNorm, use_running_average=not train, momentum=KEPT)  # want: JOL863 (warning) "with 0.01"
        return norm()(nn.Dense(8)(x))


class Other(nnx.Module):
    def __init__(self, rngs):
        self.norm = nnx.BatchNorm(8, momentum=0.1, rngs=rngs)
