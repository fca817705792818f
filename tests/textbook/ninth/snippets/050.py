import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

GLOBAL_BATCH, FEATURES = 16_384, 256
mesh = jax.make_mesh((jax.device_count(),), ("batch",), axis_types=(AxisType.Auto,))


def masked_loss(w, x, y, mask):
    """Mean squared error over the valid rows of the global batch."""
    errors = jnp.where(mask, (x @ w - y) ** 2, 0.0)
    total = jax.lax.psum(errors.sum(), "batch")
    count = jax.lax.psum(mask.sum(), "batch")
    return total / count


sharded_loss = jax.jit(
    jax.shard_map(
        masked_loss,
        mesh=mesh,
        in_specs=(P(), P("batch"), P("batch"), P("batch")),
        out_specs=P(),
    )
)

x = jax.random.normal(jax.random.key(0), (GLOBAL_BATCH, FEATURES))
y = x @ jnp.linspace(-1.0, 1.0, FEATURES)
mask = jnp.arange(GLOBAL_BATCH) < 15_000
x, y, mask = jax.device_put((x, y, mask), NamedSharding(mesh, P("batch")))
w = jax.device_put(jnp.zeros(FEATURES), NamedSharding(mesh, P()))
loss = sharded_loss(w, x, y, mask)
print("masked mean squared error", float(loss))
