from functools import partial

import jax
import jax.numpy as jnp
import optax

tx = optax.rmsprop(1e-3)


@partial(jax.jit, donate_argnums=1)
def step(params, opt_state, x):
    def loss_fn(p):
        return jnp.mean((x - jnp.tanh(x @ p) @ p.T) ** 2)

    loss, g = jax.value_and_grad(loss_fn)(params)
    updates, opt_state = tx.update(g, opt_state)
    return optax.apply_updates(params, updates), opt_state, loss


def search(params, data, steps=50_000):
    opt_state = tx.init(params)
    best, best_params = jnp.inf, params
    for i in range(steps):
        new_params, opt_state, loss = step(params, opt_state, data[i % len(data)])
        if loss < best:
            best, best_params = loss, params
        params = new_params
    return best_params
