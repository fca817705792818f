import jax
import jax.numpy as jnp
from jax.sharding import AxisType, PartitionSpec as P

BATCH, D_MODEL, D_FF = 1_024, 1_024, 4_096

mesh = jax.make_mesh((2, 4), ("data", "model"), axis_types=(AxisType.Explicit,) * 2)
jax.set_mesh(mesh)


@jax.jit
def mlp(x, w_up, w_down):
    hidden = jax.nn.gelu(jnp.dot(x, w_up))
    return jnp.dot(hidden, w_down)


x_key, up_key, down_key = jax.random.split(jax.random.key(0), 3)
x = jax.random.normal(x_key, (BATCH, D_MODEL))
w_up = jax.random.normal(up_key, (D_MODEL, D_FF)) * D_MODEL**-0.5
w_down = jax.random.normal(down_key, (D_FF, D_MODEL)) * D_FF**-0.5

x = jax.device_put(x, P("data", None))
w_up = jax.device_put(w_up, P(None, "model"))
w_down = jax.device_put(w_down, P("model", None))
y = mlp(x, w_up, w_down)
print(jax.typeof(y))
