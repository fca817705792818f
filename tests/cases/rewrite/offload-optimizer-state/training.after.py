# rewrite: train_step
from functools import partial

import jax
import jax.numpy as jnp
import optax

tx = optax.adam(1e-2)


@partial(jax.jit, donate_argnames=("params", "opt_state"))
def train_step(params, opt_state, batch):
    """One step of Adam."""
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    # The moments.
    opt_state = jax.device_put(opt_state, jax.memory.Space.Device)
    updates, new_opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), jax.device_put(new_opt_state, jax.memory.Space.Host), loss  # A


def inputs(key):
    return (key,)


def run(key):
    k1, k2 = jax.random.split(key)
    params = jax.random.normal(k1, (4, 2))
    opt_state = tx.init(params)
    opt_state = jax.device_put(opt_state, jax.memory.Space.Host)
    losses = []
    for batch in jax.random.normal(k2, (3, 8, 4)):
        params, opt_state, loss = train_step(params, opt_state, batch)
        losses.append(loss)
    return params, jnp.stack(losses)
