from functools import partial

import jax
import jax.numpy as jnp
import optax

tx = optax.adam(1e-3)


def loss_fn(params, batch):
    h = jax.nn.relu(batch["x"] @ params["w1"])
    return jnp.mean((h @ params["w2"] - batch["y"]) ** 2)


@partial(jax.jit, donate_argnums=(0, 1))
def step(params, opt_state, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state, loss


def train(params, loader):
    opt_state = tx.init(params)
    running = 0.0
    for batch in loader:
        params, opt_state, loss = step(params, opt_state, batch)
        running = 0.99 * running + 0.01 * float(loss)
    return params, running
