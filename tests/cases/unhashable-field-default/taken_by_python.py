import dataclasses
from typing import Any, NamedTuple

import equinox as eqx
import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from flax import nnx, struct


@dataclasses.dataclass(frozen=True)
class Options:
    width: int = 8


@dataclasses.dataclass(eq=False)
class Registry:
    width: int = 8


class State(NamedTuple):
    integral: jnp.ndarray = jnp.zeros(3)


@struct.dataclass
class Gains:
    rates: Any = struct.field(default_factory=lambda: jnp.array([0.5, 0.25]))
    bound: float = jnp.inf
    dtype: Any = jnp.float32
    step: Any = np.float32(0.1)
    options: Options = Options()
    registry: Registry = Registry()


class Layer(nn.Module):
    activation: Any = jax.nn.relu
    kernel_init: Any = jax.nn.initializers.normal(0.02)

    def __call__(self, x):
        return self.activation(x)


class Table(nnx.Module):
    table: jax.Array = jnp.zeros(3)


class Plain:
    table: jax.Array = jnp.zeros(3)


class Model(eqx.Module):
    weight: jax.Array

    def __init__(self, weight: jax.Array = jnp.zeros(3)):
        self.weight = weight


def test_refused():
    with pytest.raises(ValueError):

        @dataclasses.dataclass
        class Refused:
            table: Any = jnp.zeros(3)
