# not executed: `auto` is gone from the experimental function
import jax.experimental.shard_map as shard_map_module  # want: JOL604
from jax.sharding import PartitionSpec as P


def build(body, mesh):
    manual = shard_map_module.shard_map(body, mesh, in_specs=P("x"), out_specs=P("x"), auto=frozenset({"y"}))
    return manual
