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
