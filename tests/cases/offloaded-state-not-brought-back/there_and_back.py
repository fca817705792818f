"""The state is fetched and sent back, or is not in host memory when the step runs."""

import jax
import jax.numpy as jnp
import optax

from my_project import make_sharding

tx = optax.adam(1e-2)
s_dev = jax.sharding.SingleDeviceSharding(jax.devices()[0], memory_kind="device")
s_host = jax.sharding.SingleDeviceSharding(jax.devices()[0], memory_kind="pinned_host")


def with_shardings(params, opt_state, inputs):
    grads = jax.grad(lambda p: jnp.mean((inputs @ p) ** 2))(params)
    opt_state = jax.device_put(opt_state, s_dev)
    updates, new_opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), new_opt_state


@jax.jit
def with_device_put(params, opt_state, inputs):
    opt_state = jax.tree.map(lambda x: jax.device_put(x, s_dev), opt_state)
    grads = jax.grad(lambda p: jnp.mean((inputs @ p) ** 2))(params)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), jax.device_put(opt_state, s_host)


@jax.jit
def plain(params, opt_state, inputs):
    grads = jax.grad(lambda p: jnp.mean((inputs @ p) ** 2))(params)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state


def train(params, batches):
    opt_state = jax.device_put(tx.init(params), s_host)
    step = jax.jit(with_shardings, out_shardings=(s_dev, s_host), donate_argnums=(0,))
    for inputs in batches:
        params, opt_state = step(params, opt_state, inputs)
        params, opt_state = with_device_put(params, opt_state, inputs)
    return params


def on_the_device_again(params, inputs):
    opt_state = jax.device_put(tx.init(params), s_host)
    opt_state = jax.device_put(opt_state, s_dev)
    return plain(params, opt_state, inputs)


def somewhere(params, inputs):
    opt_state = jax.device_put(tx.init(params), make_sharding("pinned_host"))
    return plain(params, opt_state, inputs)


def a_copy_of_the_state(params, inputs):
    opt_state = tx.init(params)
    saved = jax.device_put(opt_state, s_host)
    return plain(params, opt_state, inputs), saved
