from typing import Optional

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from flax import struct
from jaxtyping import Array, Float


class Scaled(eqx.Module):
    weight: jax.Array
    mean: jax.Array = eqx.field(static=True)  # want: JOL815 (info) "`mean` is an array in a field with `static=True`"
    scale: Float[Array, " n"] = eqx.field(static=True)  # want: JOL815 (warning) "`scale` is an array"
    shift: Optional[jnp.ndarray] = eqx.field(static=True, default=None)  # want: JOL815 (info) "`shift` is an array"

    def __call__(self, x):
        return self.weight * (x - self.mean) / self.scale


@struct.dataclass
class Scene:
    positions: jax.Array
    bounds: jax.Array | None = struct.field(pytree_node=False, default=None)  # want: JOL815 (info) "`pytree_node=False`"
    table: np.ndarray | None = struct.field(pytree_node=False, default=None)  # want: JOL815 info "`table` is an array"


def run(x):
    model = Scaled(jnp.ones(3), jnp.zeros(3), jnp.ones(3))
    return model(x) + Scene(x).positions


def inputs(key):
    return (jax.random.normal(key, (3,)),)
