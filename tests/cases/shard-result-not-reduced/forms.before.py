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
