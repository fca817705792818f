"""Results that are reduced, that stay with their shard, of what all devices have, and unknown."""

import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((jax.device_count(),), ("data",))


def total(x):
    return jax.lax.psum(jnp.sum(x), "data")


def apart(x):
    return jnp.sum(x, keepdims=True)


def of_weights(w, x):
    return jnp.sum(w) * x.shape[0]


def helped(f):
    def inner(x):
        return f(jnp.sum(x))

    return inner


def reduced(x):
    return helper(jnp.sum(x))


def helper(x):
    return jax.lax.pmean(x, "data")


sums = jax.shard_map(total, mesh=mesh, in_specs=P("data"), out_specs=P())
parts = jax.shard_map(apart, mesh=mesh, in_specs=P("data"), out_specs=P("data"))
weights = jax.shard_map(of_weights, mesh=mesh, in_specs=(P(), P("data")), out_specs=P())
means = jax.shard_map(reduced, mesh=mesh, in_specs=P("data"), out_specs=P())
whole = jax.shard_map(lambda x: jnp.sum(x), mesh=mesh, in_specs=P(), out_specs=P())


def gram(block):
    centered = block - jax.lax.pmean(block.mean(axis=0), "data")
    return jax.lax.psum(centered.T @ centered, "data")


def mean_and_rows(block):
    mean = jax.lax.pmean(block.mean(axis=0), "data")
    return mean, block - mean


def over_some_axis(axis):
    def run(block):
        return jax.lax.psum(block.sum(axis=0), axis)

    return jax.shard_map(run, mesh=mesh, in_specs=P("data"), out_specs=P())


def gathered(block):
    return jnp.sum(jax.lax.all_gather(block, "data"))


def started(block):
    return jnp.zeros_like(block) + jax.lax.pmax(block, "data")


grid = jax.make_mesh((2, 4), ("rows", "columns"))


def over_rows(tile):
    return jax.lax.psum(tile.sum(axis=0), "rows")


grams = jax.shard_map(gram, mesh=mesh, in_specs=P("data", None), out_specs=P())
pairs = jax.shard_map(mean_and_rows, mesh=mesh, in_specs=P("data"), out_specs=(P(), P("data")))
all_rows = jax.shard_map(gathered, mesh=mesh, in_specs=P("data"), out_specs=P(), check_vma=False)
zeros = jax.shard_map(started, mesh=mesh, in_specs=P("data"), out_specs=P())
columns = jax.shard_map(over_rows, mesh=grid, in_specs=P("rows", "columns"), out_specs=P("columns"))
