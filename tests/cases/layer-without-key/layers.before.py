# not executed: nothing is rewritten, and Equinox is not installed
import equinox as eqx
import jax
from equinox import nn
from flax import nnx


class Block(eqx.Module):
    conv: eqx.nn.Conv2d
    norm: eqx.nn.LayerNorm
    head: nn.Linear

    def __init__(self, channels, width):
        # as it was in the other framework
        self.conv = eqx.nn.Conv2d(channels, width, kernel_size=3)  # want: JOL842 "from `key`"
        self.norm = eqx.nn.LayerNorm(width)
        self.head = nn.Linear(width, 1)  # want: JOL842 "raises TypeError"


class Net(nnx.Module):
    def __init__(self, width, rngs):
        self.inner = nnx.Linear(width, width, rngs=rngs)
        self.norm = nnx.BatchNorm(width)  # want: JOL842 "from `rngs`"


print(Block(3, 8), Net(4, nnx.Rngs(0)), jax.devices())
