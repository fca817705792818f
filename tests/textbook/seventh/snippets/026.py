import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"

import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))


def local_loss(w, x, y):
    return jnp.mean((x @ w - y) ** 2)


sharded_loss = jax.jit(
    jax.shard_map(
        local_loss,
        mesh=mesh,
        in_specs=(P(), P("data"), P("data")),
        out_specs=P(),
        check_vma=False,
    )
)

kw, kx, ky = jax.random.split(jax.random.key(0), 3)
w = jax.random.normal(kw, (256,)) / 16.0
batch_sharding = NamedSharding(mesh, P("data"))
x = jax.device_put(jax.random.normal(kx, (4_096, 256)), batch_sharding)
y = jax.device_put(jax.random.normal(ky, (4_096,)), batch_sharding)
print(f"global mean loss: {sharded_loss(w, x, y):.4f}")
