"""Data-parallel training with jit and NamedSharding on 8 devices."""
import jax

jax.config.update("jax_num_cpu_devices", 8)

import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

BATCH, FEATURES, CLASSES, STEPS = 1024, 784, 10, 500
mesh = jax.make_mesh((8,), ("data",), axis_types=(jax.sharding.AxisType.Auto,))
by_batch = NamedSharding(mesh, P("data"))
replicated = NamedSharding(mesh, P())


def loss_fn(params, x, y):
    logits = x @ params["w"] + params["b"]
    logp = jax.nn.log_softmax(logits)
    return -jnp.mean(jnp.take_along_axis(logp, y[:, None], axis=1))


@jax.jit
def train_step(params, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), loss


if __name__ == "__main__":
    key = jax.random.key(0)
    params = {"w": jnp.zeros((FEATURES, CLASSES)), "b": jnp.zeros((CLASSES,))}
    params = jax.device_put(params, replicated)
    for step in range(STEPS):
        kx, ky = jax.random.split(jax.random.fold_in(key, step))
        x = jax.random.normal(kx, (BATCH, FEATURES))
        y = jax.random.randint(ky, (BATCH,), 0, CLASSES)
        x, y = jax.device_put((x, y), by_batch)
        params, loss = train_step(params, x, y)
    print("loss", float(loss), params["w"].sharding)
