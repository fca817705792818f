# not executed: every marked line raises
import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("X", "Y"), axis_types=(AxisType.Explicit, AxisType.Explicit))
rows = NamedSharding(mesh, P("X", None))


@jax.jit
def step(x):
    return jax.lax.with_sharding_constraint(x * 2, rows)  # want: JOL609


print(step(jnp.ones((8, 8))))
