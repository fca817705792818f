# not executed: the imported names are gone
import functools

import jax
import jax.config  # want: JOL702 "the module `jax.config` was removed in JAX 0.4.25"
import jax.linear_util as lu  # want: JOL702
import jax.numpy as jnp
from jax.config import config  # want: JOL702
from jax.experimental import (
    PartitionSpec as P,  # want: JOL702
    mesh_utils,  # A
    optimizers,  # want: JOL702 "ImportError"
)
from jax.experimental import maps, sparse  # want: JOL702
from jax.experimental.pjit import with_sharding_constraint  # want: JOL702
from jax.interpreters.pxla import Mesh, PartitionSpec  # want: JOL702 JOL702

config.update("jax_enable_x64", True)


def build(devices, key: jax.random.KeyArray, x: jnp.DeviceArray):  # want: JOL702 JOL702
    mesh = maps.Mesh(devices, ("x",))
    other = Mesh(mesh_utils.create_device_mesh((8,)), ("x",))
    init, update, get = optimizers.sgd(0.1)
    wrapped = lu.wrap_init(functools.partial(update, key))
    # B
    y = with_sharding_constraint(x, P("x"))
    if isinstance(y, jnp.DeviceArray):  # want: JOL702
        return sparse, mesh, other, init, get, wrapped, PartitionSpec()
    return jnp.product(y), jnp.row_stack([x, y]), jnp.trapz(y)  # want: JOL702 JOL702 JOL702
