import jax
import jax.numpy as jnp
from jax.sharding import AxisType, PartitionSpec as P

jax.config.update("jax_num_cpu_devices", 4)

mesh = jax.make_mesh((2, 2), ("dp", "tp"), axis_types=(AxisType.Explicit,) * 2)
jax.set_mesh(mesh)


@jax.jit
def mlp(x, w_up, w_down):
    h = jax.nn.gelu(jnp.dot(x, w_up))
    return jnp.einsum("bf,fd->bd", h, w_down, out_sharding=P("dp", None))


@jax.jit
def summarise(out):
    gathered = jax.sharding.reshard(out, P(None, None))
    return jnp.mean(gathered, axis=0)


x = jax.device_put(jnp.ones((8, 16)), P("dp", None))
w_up = jax.device_put(jnp.full((16, 64), 0.1), P(None, "tp"))
w_down = jax.device_put(jnp.full((64, 16), 0.1), P("tp", None))
out = mlp(x, w_up, w_down)
print(jax.typeof(out), summarise(out).shape)
