import jax
import optax
from jax.sharding import SingleDeviceSharding

far = SingleDeviceSharding(jax.devices()[0], memory_kind="pinned_host")
optimizer = optax.adam(1e-3)


def loss(params, x):
    return (params * x).sum()


@jax.jit
def step(params, opt_state, x):  # fact: host_states opt_state read there and kept here
    grads = jax.grad(loss)(params, x)
    updates, opt_state = optimizer.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state


def fit(params, xs):
    opt_state = optimizer.init(params)
    opt_state = jax.device_put(opt_state, far)
    for x in xs:
        params, opt_state = step(params, opt_state, x)
    return params
