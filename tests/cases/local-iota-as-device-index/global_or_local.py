"""Counts over global arrays, counts of local rows that are meant, and functions used both ways."""

import jax
import jax.numpy as jnp
from jax.sharding import Mesh, PartitionSpec as P

NUM_DEVICES = 4
mesh = Mesh(jax.devices()[:NUM_DEVICES], ("x",))


# The global view: one row for each device.
@jax.jit
def select_on_first_device(a, b):
    is_first_device = jax.lax.broadcasted_iota("int32", a.shape, 0) == 0
    return jnp.where(is_first_device, a, b)


# Used under `jit` and under `shard_map`.
def last_stage(a):
    return jnp.arange(a.shape[0]) == NUM_DEVICES - 1


both = jax.jit(last_stage)(jnp.ones(4)), jax.shard_map(
    last_stage, mesh=mesh, in_specs=P("x"), out_specs=P("x")
)(jnp.ones(4))


def body(x, labels):
    second_row = jnp.arange(x.shape[0]) == 1
    causal = jax.lax.broadcasted_iota("int32", x.shape, 0) >= jax.lax.broadcasted_iota(
        "int32", x.shape, 1
    )
    one_hot = jnp.arange(x.shape[0]) == labels
    is_first_device = jax.lax.axis_index("x") == 0
    device_row = jnp.arange(NUM_DEVICES) == jax.lax.axis_index("x")
    shard_column = jax.lax.broadcasted_iota("int32", x.shape, 1) == NUM_DEVICES - 1
    numbered = jnp.arange(x.shape[0]) + jax.lax.axis_index("x") * x.shape[0]
    in_first_shard = numbered == 0
    return x * (second_row + is_first_device + in_first_shard), causal, one_hot, device_row, shard_column


mapped = jax.shard_map(body, mesh=mesh, in_specs=P("x"), out_specs=P("x"))
print(mapped(jnp.ones((8, 8)), jnp.ones(8)))
