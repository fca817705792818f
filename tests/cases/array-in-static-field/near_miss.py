"""Static fields that hold no arrays, arrays that are leaves, and fields of what is no tree."""

import dataclasses
from collections.abc import Callable

import equinox as eqx
import jax
from flax import struct
from jaxtyping import Array, Float


class Block(eqx.Module):
    weight: jax.Array
    frozen: jax.Array = eqx.field(converter=jax.numpy.asarray)
    sizes: tuple[int, ...] = eqx.field(static=True)
    activation: Callable[[jax.Array], jax.Array] = eqx.field(static=True)
    bias: jax.Array = eqx.field(static=False)
    rate: Float[Array, ""] = eqx.field(static=True)


@struct.dataclass
class State:
    params: jax.Array
    step: jax.Array = struct.field(pytree_node=True)
    apply_fn: Callable = struct.field(pytree_node=False)
    steps: int = struct.field(pytree_node=False, default=3)


@dataclasses.dataclass
class Record:
    values: jax.Array = dataclasses.field(repr=False)


def sized(static: bool):
    class Chosen(eqx.Module):
        mean: jax.Array = eqx.field(static=static)

    return Chosen
