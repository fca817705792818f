# not executed: there is nothing to run
"""Options that are not written out: one import is either rewritten as a whole or not at all."""
from jax.experimental.shard_map import shard_map  # want: JOL604 "2 uses below"


def build(body, mesh, spec, options):
    first = shard_map(body, mesh, in_specs=spec, out_specs=spec)
    return first, shard_map(body, **options)
