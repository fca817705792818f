import functools

import jax
import jax.numpy as jnp
import optax

tx = optax.adam(1e-3)


def loss_fn(params, x, y):
    return jnp.mean((x @ params["w"] + params["b"] - y) ** 2)


@functools.partial(jax.jit, donate_argnums=(0, 1))
def step(params, opt_state, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state, loss


def fit(params, batches, log_every=200):
    opt_state = tx.init(params)
    for i, (x, y) in enumerate(batches):
        params, opt_state, loss = step(params, opt_state, x, y)
        if i % log_every == 0:
            print(i, float(loss))
    return params
