"""Classes that keep or define a hash, and classes that are not known."""

import dataclasses
from dataclasses import dataclass
from functools import partial

import flax.struct
import jax
from settings import Config


@dataclass(frozen=True)
class Frozen:
    rows: int = 3


@dataclass(eq=False)
class ById:
    rows: int = 3


@dataclass(unsafe_hash=True)
class Unsafe:
    rows: int = 3


@dataclass
class Defined:
    rows: int = 3

    def __hash__(self):
        return hash(self.rows)


@dataclasses.dataclass
class Borrowed:
    rows: int = 3
    __hash__ = object.__hash__


@flax.struct.dataclass
class OfFlax:
    rows: int = 3


class Plain:
    rows = 3


@partial(jax.jit, static_argnames="sizes")
def padded(x, sizes):
    return x * sizes.rows


def run(x, given):
    padded(x, Frozen())
    padded(x, ById())
    padded(x, Unsafe())
    padded(x, Defined())
    padded(x, Borrowed())
    padded(x, OfFlax())
    padded(x, Plain())
    padded(x, Config())
    return padded(x, given)
