"""Original: a sharded result becomes a replicated one."""

import jax
from jax.sharding import PartitionSpec as P


# jaxopt-lint: verify(f32[8, D], D=3, devices=8)
def f(x):
    mesh = jax.make_mesh((8,), ("d",), axis_types=(jax.sharding.AxisType.Auto,))
    sharding = jax.sharding.NamedSharding(mesh, P("d"))
    return jax.jit(lambda x: x * 2, out_shardings=sharding)(x)
