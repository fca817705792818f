# not executed: the marked line raises
import jax
import jax.numpy as jnp
from jax.sharding import Mesh, PartitionSpec as P


def whiten(rows):
    centre = jax.lax.pmean(jnp.mean(rows, axis=0), "devices")  # want: JOL607 "asks for the axis `devices`.*`hosts`"
    return rows - centre


def spread(mesh: Mesh):
    return jax.jit(jax.shard_map(whiten, mesh=mesh, in_specs=P("hosts"), out_specs=P("hosts")))


def run(rows):
    mesh = jax.make_mesh((jax.device_count(),), ("hosts",))
    return spread(mesh)(rows)
