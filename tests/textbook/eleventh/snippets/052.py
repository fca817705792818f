import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((jax.device_count(),), ("data",))


def local_grad(w, x, y):
    def loss(w):
        per_example = (x @ w - y) ** 2
        return jax.lax.pmean(jnp.mean(per_example), "data")

    return jax.grad(loss)(w)


grad_fn = jax.jit(
    jax.shard_map(
        local_grad, mesh=mesh, in_specs=(P(), P("data"), P("data")), out_specs=P()
    )
)

n = 4 * mesh.size
rows = NamedSharding(mesh, P("data"))
x = jax.device_put(jax.random.normal(jax.random.key(0), (n, 3)), rows)
y = jax.device_put(jnp.ones(n), rows)
w = jax.device_put(jnp.zeros(3), NamedSharding(mesh, P()))
for _ in range(5):
    w = w - 0.1 * grad_fn(w, x, y)
print(w)
