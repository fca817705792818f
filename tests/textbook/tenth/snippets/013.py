import os

os.environ["XLA_FLAGS"] = (
    os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=4"
)
os.environ.setdefault("XLA_PYTHON_CLIENT_MEM_FRACTION", "0.6")

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P  # noqa: E402

mesh = jax.make_mesh((jax.device_count(),), ("x",), axis_types=(AxisType.Auto,))
sharding = NamedSharding(mesh, P("x"))


@jax.jit
def centred(x):
    return x - jnp.mean(x, axis=0, keepdims=True)


x = jax.device_put(jnp.arange(32.0).reshape(8, 4), sharding)
y = centred(x)
for shard in y.addressable_shards:
    print(shard.device, shard.data.shape)
