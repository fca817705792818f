import jax
import jax.numpy as jnp
import optax
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((jax.device_count(),), ("x",))
on_device = NamedSharding(mesh, P(), memory_kind="device")
on_host = on_device.with_memory_kind("pinned_host")
tx = optax.adam(1e-4)


def step(params, opt_state, x, y):
    opt_state = jax.device_put(opt_state, on_device)
    grads = jax.grad(lambda p: jnp.mean((jnp.tanh(x @ p["a"]) @ p["b"] - y) ** 2))(params)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state


step = jax.jit(step, donate_argnums=(0, 1), out_shardings=(on_device, on_host))


def train(params, loader):
    params = jax.device_put(params, on_device)
    opt_state = jax.device_put(tx.init(params), on_host)
    for x, y in loader:
        params, opt_state = step(params, opt_state, x, y)
    return params
