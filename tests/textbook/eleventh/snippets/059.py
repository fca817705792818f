import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, PartitionSpec as P

mesh = Mesh(np.array(jax.devices()), ("data",))


def local_loss(w, x, y):
    pred = x @ w
    return jnp.sum((pred - y) ** 2)


sharded_loss = jax.jit(
    jax.shard_map(
        local_loss,
        mesh=mesh,
        in_specs=(P(), P("data"), P("data")),
        out_specs=P(),
    )
)

n = 8 * mesh.size
x = jax.random.normal(jax.random.key(0), (n, 3))
w = jnp.array([1.0, -1.0, 0.5])
y = x @ w + 0.1
print(sharded_loss(w, x, y))
