# rule: experimental-shard-map
# min-jax: 0.4.30  # broken
"""The oldest JAX that the project supports has the old name only."""
from jax.experimental.shard_map import shard_map


def make(step, mesh, spec):
    return shard_map(step, mesh=mesh, in_specs=spec, out_specs=spec)
