import functools

import jax
import jax.numpy as jnp
import optax

tx = optax.adam(3e-4)


def loss_fn(params, batch):
    pred = jnp.tanh(batch["x"] @ params["w"]) @ params["v"]
    return jnp.mean((pred - batch["y"]) ** 2)


@functools.partial(jax.jit, donate_argnums=(0, 1))
def step(params, opt_state, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


def fit(params, batches):
    opt_state = tx.init(params)
    running = 0.0
    for batch in batches:
        params, opt_state, loss = step(params, opt_state, batch)
        running = 0.99 * running + 0.01 * loss.item()
    return params, running
