# not executed: before and after differ on purpose
import jax
import jax.numpy as jnp
from jax.sharding import Mesh, PartitionSpec as P

COUNT = 4
mesh = Mesh(jax.devices()[:COUNT], ("x",))


def body(x):
    first_row = jnp.arange(x.shape[0]) == 0  # want: JOL611 (info) "counts the rows"
    final = jax.lax.broadcasted_iota("int32", x.shape, 0) == COUNT - 1  # want: JOL611 (error)
    return jnp.where(final, x * first_row[:, None], x)


mapped = jax.shard_map(body, mesh=mesh, in_specs=P("x"), out_specs=P("x"))
print(mapped(jnp.ones((8, 8))))
