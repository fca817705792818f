# rule: experimental-shard-map
"""`auto` names the axes that `axis_names` leaves out."""
from jax.experimental.shard_map import shard_map


def make(step, mesh, spec):
    return shard_map(step, mesh=mesh, in_specs=spec, out_specs=spec)  # holds
    return shard_map(step, mesh=mesh, in_specs=spec, out_specs=spec, auto=frozenset({"m"}))  # broken
