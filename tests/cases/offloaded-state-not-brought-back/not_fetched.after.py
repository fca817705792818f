# not executed: the original fails, which is the finding
import jax
import jax.numpy as jnp
import optax

optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(learning_rate=0.1))
s_dev = jax.sharding.SingleDeviceSharding(jax.devices()[0], memory_kind="device")
s_host = jax.sharding.SingleDeviceSharding(jax.devices()[0], memory_kind="pinned_host")


def step(params, opt_state, inputs):
    """One step."""
    grads = jax.grad(lambda p: jnp.mean((inputs @ p) ** 2))(params)
    opt_state = jax.device_put(opt_state, jax.memory.Space.Device)
    updates, new_opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), jax.device_put(new_opt_state, jax.memory.Space.Host)


params = jnp.ones((4, 4))
opt_state = optimizer.init(params)
opt_state = jax.device_put(opt_state, s_host)
step = jax.jit(step, donate_argnums=(0,))
new_params, offload_opt_state = step(params, opt_state, jnp.ones((4, 4)))


def brought_only_there(params, opt_state, inputs):
    grads = jax.grad(lambda p: jnp.mean((inputs @ p) ** 2))(params)
    opt_state = jax.device_put(opt_state, jax.memory.Space.Device)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state


def train(params, batches):
    opt_state = jax.tree.map(lambda x: jax.device_put(x, s_host), optimizer.init(params))
    compiled = jax.jit(brought_only_there, out_shardings=(s_dev, s_host))
    for inputs in batches:
        params, opt_state = compiled(params, opt_state, inputs)
    return params
