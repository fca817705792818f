from functools import partial

import jax
import jax.numpy as jnp
import optax

tx = optax.adam(1e-3)


def loss_fn(params, x, y):
    return jnp.mean((jnp.tanh(x @ params["w1"]) @ params["w2"] - y) ** 2)


@partial(jax.pmap, axis_name="devices", donate_argnums=(0, 1))
def train_step(params, opt_state, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    loss = jax.lax.pmean(loss, axis_name="devices")
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


def train(params, opt_state, loader):
    n = jax.local_device_count()
    for x, y in loader:
        x = x.reshape(n, -1, *x.shape[1:])
        y = y.reshape(n, -1, *y.shape[1:])
        params, opt_state, loss = train_step(params, opt_state, x, y)
    return params, loss
