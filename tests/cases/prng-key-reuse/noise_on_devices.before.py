# not executed: nothing is rewritten
import functools

import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((4,), ("rows",), axis_types=(jax.sharding.AxisType.Auto,))


@functools.partial(
    jax.shard_map, mesh=mesh, in_specs=(P(), P(), P("rows")), out_specs=P("rows")
)
def dropped(weights, seed, rows):
    hidden = rows @ weights
    kept = jax.random.bernoulli(seed, 0.9, hidden.shape)  # want: JOL802 "all devices of the `jax.shard_map` get `seed`"
    return jnp.where(kept, hidden / 0.9, 0.0)


def blurred(seed, images):
    spread = jax.random.normal(seed, images.shape)  # want: JOL802 "all devices"
    return images + 0.1 * spread


everywhere = jax.jit(
    jax.shard_map(blurred, mesh=mesh, in_specs=(P(), P("rows")), out_specs=P("rows"))
)
