# devices: 8
import jax
import numpy as np
from jax.sharding import NamedSharding, PartitionSpec as P

devices = np.array(jax.devices()).reshape(2, 4)  # 2 x 4 mesh (dp x mp)
# A
mesh = jax.make_mesh(
    (2, 4),
    ('dp', 'mp'),
    axis_types=(jax.sharding.AxisType.Auto, jax.sharding.AxisType.Auto),
)


def build(rows):
    columns = 8 // rows
    return jax.make_mesh(
        (rows, columns),
        ("x", "y"),
        axis_types=(jax.sharding.AxisType.Auto, jax.sharding.AxisType.Auto),
    )


def inputs(key):
    return (jax.random.normal(key, (16, 8)),)


def run(x):
    x = jax.device_put(x, NamedSharding(mesh, P("dp", "mp")))
    total = jax.jit(lambda a: a.sum(0), out_shardings=NamedSharding(mesh, P("mp")))(x)
    return total, jax.device_put(x, NamedSharding(build(4), P("x")))
