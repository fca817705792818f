# not executed: `auto` is gone from the experimental function
import jax
from jax.sharding import PartitionSpec as P


def build(body, mesh):
    manual = jax.shard_map(body, mesh=mesh, in_specs=P("x"), out_specs=P("x"), axis_names=set(mesh.axis_names) - frozenset({"y"}))
    return manual
