# not executed: Python 3.11 refuses it
import dataclasses
from typing import Any, ClassVar

import attr
import equinox as eqx
import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
from flax import struct


@attr.s(auto_attribs=True)
class Sampling:
    samples: int = 64


@dataclasses.dataclass
class Options:
    width: int = 8


@struct.dataclass
class Gains:
    rates: jnp.ndarray = jnp.array([0.5, 0.25])  # want: JOL860 (error) "`rates` of `Gains` has an array for its default"
    limits: Any = struct.field(default=jnp.zeros(2) + 1)  # want: JOL860 (info) "`limits`"
    size: int = 2


class Generator(nn.Module):
    features: int = 8
    rng: Any = jax.random.PRNGKey(0)  # want: JOL860 (info) "has a random key for its default"

    @nn.compact
    def __call__(self, x):
        return nn.Dense(self.features)(x)


class Renderer(nn.Module):
    sampling: Sampling = Sampling(32)  # want: JOL860 (info) "an object of `Sampling`, which is compared by its fields"

    def __call__(self, x):
        return x


class Scaled(eqx.Module):
    table: np.ndarray = np.zeros(4)  # want: JOL860 (info) "an array"
    options: Options = Options()  # want: JOL860 (info) "`Options`"


@dataclasses.dataclass
class Prior:
    noise: float | jnp.ndarray = jnp.log(2)  # want: JOL860 (info) "`noise`"
    names: ClassVar[Any] = jnp.zeros(3)
