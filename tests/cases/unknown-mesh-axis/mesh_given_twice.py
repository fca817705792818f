"""A mesh that is handed over: one of two callers gives the axis, or callers are not all seen."""

import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec as P


def total(rows):
    return jax.lax.psum(jnp.sum(rows), "rows")


def count(rows):
    return jax.lax.psum(rows.size, "columns")


def over(mesh, spec):
    return jax.shard_map(total, mesh=mesh, in_specs=spec, out_specs=P())


def anywhere(mesh):
    return jax.shard_map(count, mesh=mesh, in_specs=P(), out_specs=P())


def both(x):
    tall = jax.make_mesh((2, 4), ("rows", "columns"))
    flat = jax.make_mesh((8,), ("columns",))
    return over(tall, P("rows"))(x) + over(flat, P("columns"))(x)


HANDLERS = {"count": anywhere}


def counted(x):
    return anywhere(jax.make_mesh((8,), ("rows",)))(x)
