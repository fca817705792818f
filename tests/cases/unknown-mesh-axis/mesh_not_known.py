"""Meshes that are made elsewhere, chosen, or rebound; specs for another mesh."""

import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
from layouts import build_mesh

mesh = build_mesh(("data",))
a = NamedSharding(mesh, P("model"))

if jax.device_count() > 8:
    grid = Mesh(np.array(jax.devices()), ("x",))
else:
    grid = Mesh(np.array(jax.devices()).reshape(2, -1), ("x", "y"))
b = NamedSharding(grid, P("y"))


def specs(mesh: Mesh, names):
    return NamedSharding(mesh, P("model")), NamedSharding(Mesh(jax.devices(), names), P("model"))


def constrain(x):
    return jax.lax.with_sharding_constraint(x, P("model"))


rows = Mesh(np.array(jax.devices()), ("rows",))
cols = Mesh(np.array(jax.devices()), ("cols",))


def two(x):
    with rows:
        x = jax.jit(constrain)(x)
        y = NamedSharding(cols, P("cols"))
    return x, y


partly = jax.shard_map(
    lambda x: jax.lax.psum(x, "rows"), mesh=rows, in_specs=P("rows", None), out_specs=P(),
    axis_names={"rows"},
)


# Two meshes, set one after the other by functions.
def with_rows(x):
    jax.set_mesh(rows)
    return jax.jit(constrain, out_shardings=P("cols"))(x)


def with_cols(x):
    with jax.set_mesh(cols):
        return jax.shard_map(constrain, in_specs=P("cols"), out_specs=P("cols"))(x)


elsewhere = jax.shard_map(constrain, in_specs=P("any"), out_specs=P("any"))
