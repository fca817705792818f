import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

GLOBAL_BATCH, FEATURES = 16_384, 256
mesh = jax.make_mesh((jax.device_count(),), ("batch",), axis_types=(AxisType.Auto,))


def loss_fn(w, x, y):
    return jnp.mean((x @ w - y) ** 2)


def parallel_step(w, x, y):
    local_w = jax.lax.pcast(w, "batch", to="varying")
    loss, grads = jax.value_and_grad(loss_fn)(local_w, x, y)
    loss, grads = jax.lax.psum((loss, grads), axis_name="batch")
    return w - 1e-2 * grads, loss


train_step = jax.jit(
    jax.shard_map(
        parallel_step,
        mesh=mesh,
        in_specs=(P(), P("batch"), P("batch")),
        out_specs=(P(), P()),
    )
)

x = jax.random.normal(jax.random.key(0), (GLOBAL_BATCH, FEATURES))
y = x @ jnp.linspace(-1.0, 1.0, FEATURES)
x, y = jax.device_put((x, y), NamedSharding(mesh, P("batch")))
w = jax.device_put(jnp.zeros(FEATURES), NamedSharding(mesh, P()))
for _ in range(200):
    w, loss = train_step(w, x, y)
print("loss averaged over the batch:", float(loss))
