# not executed: the called names are gone
import jax
import jax.numpy as jnp
from jax.experimental import host_callback as hcb  # want: JOL702


def step(key, x, i, mesh, values):
    x = jax.ops.index_update(x, jax.ops.index[:, i], 0.0)  # want: JOL702 JOL702
    x = jax.ops.index_add(x * 2, (i, i), 1.0)  # want: JOL702
    x = jax.random.shuffle(key, x)  # want: JOL702 "0.4.31"
    with jax.experimental.enable_x64():  # want: JOL702
        y = jnp.alltrue(x > 0)  # want: JOL702
    with jax.sharding.use_mesh(mesh):  # want: JOL702
        z = jax.nn.normalize(x)  # want: JOL702 "0.4.29"
    hcb.id_print(x)
    return x, y, z, jax.core.get_aval(x), jax.xla_computation(step)  # want: JOL702 JOL702
