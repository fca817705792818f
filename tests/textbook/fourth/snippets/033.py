import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, PartitionSpec as P
from jax.experimental.shard_map import shard_map

mesh = Mesh(np.array(jax.devices()), ("data",))


def local_moments(x):
    count = jax.lax.psum(x.shape[0], "data")
    mean = jax.lax.psum(jnp.sum(x, axis=0), "data") / count
    return mean, jax.lax.psum(jnp.sum((x - mean) ** 2, axis=0), "data") / count


moments = jax.jit(shard_map(
    local_moments, mesh=mesh, in_specs=P("data"), out_specs=P(),
    check_rep=False,
))
x = jax.random.normal(jax.random.key(0), (64, 3))
print(moments(x))
