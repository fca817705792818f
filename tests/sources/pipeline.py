"""A pipeline over devices, made from one over global arrays that was right there."""

import functools

import jax
import jax.numpy as jnp
from jax.experimental.shard_map import shard_map  # want: JOL604
from jax.sharding import Mesh, PartitionSpec as P

NUM_STAGES = 4
MICROBATCHES = 6
FORWARD = [(0, 1), (1, 2), (2, 3)]


def on_first_stage(fresh, passed_on):
    is_first_stage = jax.lax.broadcasted_iota("int32", fresh.shape, 0) == 0  # want: JOL611
    return jnp.where(is_first_stage, fresh, passed_on)


def body(carry, i):
    weights, buffer, edge = carry
    fresh = jax.lax.dynamic_slice(buffer, (0, i % MICROBATCHES, 0), (1, 1, buffer.shape[2]))
    value = jnp.tanh(on_first_stage(fresh[:, 0], edge) @ weights[0])
    edge = jax.lax.ppermute(value, axis_name="x", perm=FORWARD)
    return (weights, buffer, edge), value


def entry(weights, buffer, mesh):
    edge = jnp.zeros_like(buffer[:, 0])
    carry = weights, buffer, edge
    return jax.lax.scan(body, carry, jnp.arange(MICROBATCHES + NUM_STAGES))[1]


def gathered(x):
    return jax.lax.ppermute(x, "x", [(i, 0) for i in range(NUM_STAGES)])  # want: JOL608


def main():
    mesh = Mesh(jax.devices()[:NUM_STAGES], axis_names=["x"])
    step = functools.partial(entry, mesh=mesh)
    run = jax.jit(
        shard_map(
            step, mesh=mesh, in_specs=(P("x"), P("x")), out_specs=P(None, "x"), check_rep=False
        )
    )
    weights = jnp.ones((NUM_STAGES, 8, 8)) / 8
    return {"stages": run(weights, jnp.ones((NUM_STAGES, MICROBATCHES, 8)))}
