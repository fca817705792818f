# not executed: `auto` is gone from the experimental function
import jax.experimental.shard_map as shard_map_module
from jax.sharding import PartitionSpec as P


def build(body, mesh, options):
    manual = shard_map_module.shard_map(body, mesh, in_specs=P("x"), out_specs=P("x"), auto=frozenset({"y"}))  # want: JOL604
    # Its options are not written here, so it stays.
    rest = shard_map_module.shard_map(body, **options)  # want: JOL604
    return manual, rest
