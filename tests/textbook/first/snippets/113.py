import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

mesh = Mesh(np.array(jax.devices()[:1]), ("x",))
on_device = NamedSharding(mesh, P(), memory_kind="device")
on_host = NamedSharding(mesh, P(), memory_kind="pinned_host")
tx = optax.adam(1e-4)


@jax.jit(donate_argnums=(0, 1))
def step(params, opt_state, x, y):
    opt_state = jax.device_put(opt_state, on_device)
    grads = jax.grad(lambda p: jnp.mean((x @ p - y) ** 2))(params)
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state


def train(params, batches):
    opt_state = tx.init(params)
    for x, y in batches:
        params, opt_state = step(params, opt_state, x, y)
        jax.device_put(opt_state, on_host)
    return params
