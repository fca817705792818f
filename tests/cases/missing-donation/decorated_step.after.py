from functools import partial

import jax
import jax.numpy as jnp
import optax

tx = optax.adam(1e-2)


# The step.
@partial(jax.jit, donate_argnames=("params", "opt_state"))  # compiled once
def train_step(params, opt_state, batch):
    def loss_fn(p):
        return jnp.mean((batch @ p["w"] + p["b"]) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(params)
    updates, opt_state = tx.update(grads, opt_state, params)
    params = optax.apply_updates(params, updates)
    return params, opt_state, loss


def inputs(key):
    return (key,)


def run(key):
    batches = jax.random.normal(key, (5, 8, 4))
    params = {"w": jnp.ones((4, 3)), "b": jnp.zeros(3)}
    opt_state = tx.init(params)
    losses = []
    for batch in batches:
        params, opt_state, loss = train_step(params, opt_state, batch)
        losses.append(loss)
    return params, jnp.stack(losses)
