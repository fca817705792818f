"""The loss is evaluated after the update, now and then."""

import jax
import jax.numpy as jnp
import optax


def objective(params):
    return (1 - params["x"]) ** 2 + 100 * (params["y"] - params["x"] ** 2) ** 2


def descend(steps=1000):
    tx = optax.adam(1e-2)
    params = {"x": jnp.array(-1.0), "y": jnp.array(2.0)}
    state = tx.init(params)

    @jax.jit
    def advance(params, state):
        grads = jax.grad(objective)(params)
        updates, state = tx.update(grads, state)
        return optax.apply_updates(params, updates), state

    losses = []
    for step in range(steps):
        params, state = advance(params, state)
        if step % 100 == 0:
            losses.append(objective(params))
    return params, losses
