import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, PartitionSpec as P


def inputs(key):
    return (jax.random.normal(key, (8, 4)),)


def mesh():
    return Mesh(np.array(jax.devices()), ("d",))


@jax.jit
def run(x):
    """Each device normalizes its own rows, and keeps them."""
    local = lambda v: v * (1.0 + jnp.sum(v * v, axis=1))[:, None] ** -0.5
    return jax.shard_map(local, mesh=mesh(), in_specs=P("d"), out_specs=P("d"))(x)
