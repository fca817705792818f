"""Classes of frameworks go by their bases, however they and their bases are called."""

import equinox as eqx
import flax.linen as nn
from flax import nnx, struct
from pydantic import BaseModel

from bases import Mixin, Plain, Shared


class Net(nn.Module):  # fact: framework_of linen
    pass


class Deeper(Net):  # fact: framework_of linen
    pass


class Elsewhere(Shared):  # fact: framework_of nnx
    pass


class Both(Mixin, Plain, eqx.Module):  # fact: framework_of equinox
    pass


class Typed(nnx.Module[int]):  # fact: framework_of nnx
    pass


class Settings(BaseModel):
    pass


class EncoderBlock(Plain):
    pass


class TrainState(struct.PyTreeNode):
    pass
