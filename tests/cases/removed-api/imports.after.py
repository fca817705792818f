# not executed: the imported names are gone
import functools

import jax
import jax
from jax.extend import linear_util as lu
import jax.numpy as jnp
from jax import config
from jax.experimental import (
    mesh_utils,  # A
)
from jax.example_libraries import optimizers
from jax.sharding import PartitionSpec as P
from jax.experimental import sparse
from jax.lax import with_sharding_constraint
from jax.sharding import PartitionSpec
from jax.sharding import Mesh

config.update("jax_enable_x64", True)


def build(devices, key: jax.Array, x: jax.Array):
    mesh = Mesh(devices, ("x",))
    other = Mesh(mesh_utils.create_device_mesh((8,)), ("x",))
    init, update, get = optimizers.sgd(0.1)
    wrapped = lu.wrap_init(functools.partial(update, key))
    # B
    y = with_sharding_constraint(x, P("x"))
    if isinstance(y, jax.Array):
        return sparse, mesh, other, init, get, wrapped, PartitionSpec()
    return jnp.prod(y), jnp.vstack([x, y]), jnp.trapezoid(y)
