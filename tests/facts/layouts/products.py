import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((2, 2), ("x", "y"), axis_types=(AxisType.Explicit, AxisType.Explicit))
jax.set_mesh(mesh)
a = jax.device_put(jnp.ones((4, 8)), NamedSharding(mesh, P("x", None)))  # fact: layouts P("x", None)
b = a.T  # fact: layouts P(None, "x")
c = 2 * a  # fact: layouts P("x", None)
d = jnp.ones((4, 8))
e = a + d
