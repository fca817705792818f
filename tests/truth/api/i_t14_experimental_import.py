"""The deprecated import, used in a step."""

import jax
from jax.experimental.shard_map import shard_map  # want: JOL604
from jax.sharding import PartitionSpec as P


def mix(key, images):
    return images * jax.random.uniform(key, (images.shape[0], 1))


def make_update(mesh):
    def update(key, images):
        mixed = shard_map(
            mix, mesh=mesh, in_specs=(P(), P("devices")), out_specs=P("devices")
        )
        return mixed(key, images)

    return jax.jit(update)
