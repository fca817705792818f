"""Data-parallel gradients with an explicit pmean of the loss in shard_map."""
import jax

jax.config.update("jax_num_cpu_devices", 8)

import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

BATCH, FEATURES = 4096, 256
mesh = jax.make_mesh((8,), ("data",))


def local_loss(w, x, y):
    return jax.lax.pmean(jnp.mean((jnp.tanh(x @ w) - y) ** 2), "data")


global_loss = jax.shard_map(
    local_loss, mesh=mesh, in_specs=(P(), P("data"), P("data")), out_specs=P()
)


@jax.jit
def train_step(w, x, y):
    loss, grad = jax.value_and_grad(global_loss)(w, x, y)
    return w - 0.5 * grad, loss


if __name__ == "__main__":
    kw, kx, kt = jax.random.split(jax.random.key(0), 3)
    x = jax.random.normal(kx, (BATCH, FEATURES))
    true_w = jax.random.normal(kt, (FEATURES,)) / FEATURES**0.5
    y = jnp.tanh(x @ true_w)
    x, y = jax.device_put((x, y), NamedSharding(mesh, P("data")))
    w = jax.device_put(jnp.zeros((FEATURES,)), NamedSharding(mesh, P()))
    for _ in range(300):
        w, loss = train_step(w, x, y)
    print("loss", float(loss), "error", float(jnp.linalg.norm(w - true_w)))
