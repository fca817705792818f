# not executed: nothing is rewritten
from functools import partial

import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((jax.device_count(),), ("data",))


def total(x):
    return jnp.sum(x)


def local_loss(w, x):
    error = (x @ w) ** 2
    return error.mean()


sums = jax.shard_map(total, mesh=mesh, in_specs=P("data"), out_specs=P())  # want: JOL615 (error) "raises"
loss = jax.shard_map(  # want: JOL615 "own `x`"
    local_loss, mesh=mesh, in_specs=(P(), P("data")), out_specs=P(), check_vma=False
)


@jax.jit
@partial(  # want: JOL615 "disagree"
    jax.shard_map, mesh=mesh, in_specs=P("data"), out_specs=P(), check_vma=False
)
def largest(x):
    return jnp.max(x)


def gram(block):
    centered = block - jax.lax.pmean(block.mean(axis=0), "data")
    return centered.T @ centered


def with_scale(block):
    scale = jax.lax.pmax(jnp.abs(block).max(), axis_name="data")
    return jnp.sum(block / scale), scale


grid = jax.make_mesh((2, 4), ("rows", "columns"))


def over_rows(tile):
    return jax.lax.psum(tile.sum(axis=0), "rows")


grams = jax.jit(jax.shard_map(gram, mesh=mesh, in_specs=P("data", None), out_specs=P()))  # want: JOL615 (error) "own `block`"
scaled = jax.shard_map(  # want: JOL615 "raises"
    with_scale, mesh=mesh, in_specs=P("data"), out_specs=(P(), P())
)
half = jax.shard_map(over_rows, mesh=grid, in_specs=P("rows", "columns"), out_specs=P())  # want: JOL615 "own `tile`"
other = jax.shard_map(  # want: JOL615 'the same all along "columns"'
    over_rows, mesh=grid, in_specs=P("rows", "columns"), out_specs=P("rows")
)
