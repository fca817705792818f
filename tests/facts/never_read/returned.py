"""Gradients that a compiled step returns beside the new parameters."""

import jax
import jax.numpy as jnp
import optax

optimizer = optax.adam(1e-3)


def loss_fn(params, batch):
    return jnp.mean((batch @ params["w"]) ** 2)


@jax.jit
def step(params, opt_state, batch):
    grads = jax.grad(loss_fn)(params, batch)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, grads  # fact: never_read step, looped


def train(params, batches):
    opt_state = optimizer.init(params)
    for batch in batches:
        params, opt_state, _ = step(params, opt_state, batch)
    return params
