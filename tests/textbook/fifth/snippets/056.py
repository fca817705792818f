import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, PartitionSpec as P

mesh = Mesh(np.array(jax.devices()), ("data",))


def local_loss(w, x):
    return jax.lax.pmean(jnp.mean((x @ w) ** 2), "data")


loss = jax.jit(jax.shard_map(local_loss, mesh=mesh, in_specs=(P(), P("data")), out_specs=P()))
print(loss(jnp.ones(3), jnp.ones((8, 3))))
