# not executed: nothing is rewritten
import functools

import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((4,), ("hosts",), axis_types=(jax.sharding.AxisType.Auto,))
spread = functools.partial(jax.shard_map, mesh=mesh, check_vma=False)


def error(weights, rows, wanted):
    return jnp.mean((rows @ weights - wanted) ** 2)


@functools.partial(
    jax.shard_map, mesh=mesh, in_specs=(P(), P("hosts"), P("hosts")), out_specs=P(), check_vma=False
)
def slopes(weights, rows, wanted):
    grads = jax.grad(error)(weights, rows, wanted)
    return jax.lax.psum(grads, "hosts")  # want: JOL612 (warning) "the loss is a mean over the rows of one device"


@jax.jit
def step(weights, rows, wanted, rate):
    return weights - rate * slopes(weights, rows, wanted)
