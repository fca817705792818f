import jax
import jax.numpy as jnp
from jax.sharding import AxisType, PartitionSpec as P

jax.config.update("jax_num_cpu_devices", 4)

mesh = jax.make_mesh(
    (2, 2), ("X", "Y"), axis_types=(AxisType.Explicit, AxisType.Explicit)
)
jax.set_mesh(mesh)


@jax.jit
def feedforward(h, w_in, w_out):
    z = jax.nn.relu(h @ w_in)
    return z @ w_out


h = jax.device_put(jnp.ones((8, 16)), P("X", None))
w_in = jax.device_put(jnp.ones((16, 64)), P(None, "Y"))
w_out = jax.device_put(jnp.ones((64, 16)), P("Y", None))

out = feedforward(h, w_in, w_out)
print(jax.typeof(out))
