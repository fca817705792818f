import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((jax.device_count(),), ("data",))


def local_moments(x):
    count = x.shape[0] * jax.lax.axis_size("data")
    mean = jax.lax.psum(jnp.sum(x, axis=0), "data") / count
    return mean, jax.lax.psum(jnp.sum((x - mean) ** 2, axis=0), "data") / count


moments = jax.jit(jax.shard_map(local_moments, mesh=mesh, in_specs=P("data"), out_specs=P()))
x = jax.random.normal(jax.random.key(0), (64, 3))
print(moments(jax.device_put(x, NamedSharding(mesh, P("data")))))
