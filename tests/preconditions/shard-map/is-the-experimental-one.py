# rule: experimental-shard-map
"""Its options are given where nothing shows them."""
from jax.experimental.shard_map import shard_map


def make(step, mesh, spec, options):
    return shard_map(step, mesh=mesh, in_specs=spec, out_specs=spec)  # holds
    return shard_map(step, *options)  # broken
