import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

jax.config.update("jax_num_cpu_devices", 4)

mesh = jax.make_mesh((4,), ("data",), axis_types=(AxisType.Auto,))


def local_loss(params, x, y):
    pred = jnp.tanh(x @ params["w"]) + params["b"]
    return jnp.mean((pred - y) ** 2)


global_loss = jax.jit(
    jax.shard_map(
        local_loss,
        mesh=mesh,
        in_specs=(P(), P("data"), P("data")),
        out_specs=P(),
        check_vma=False,
    )
)

kx, ky, kw = jax.random.split(jax.random.key(3), 3)
params = {"w": jax.random.normal(kw, (8,)), "b": jnp.float32(0.0)}
batch_sharding = NamedSharding(mesh, P("data"))
x = jax.device_put(jax.random.normal(kx, (128, 8)), batch_sharding)
y = jax.device_put(jax.random.normal(ky, (128,)), batch_sharding)
print("mean loss over the whole batch:", global_loss(params, x, y))
