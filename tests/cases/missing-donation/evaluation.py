"""Evaluation and initialisation return no new state, whatever they are called."""

import jax
import jax.numpy as jnp
import optax

tx = optax.adam(1e-3)


@jax.jit
def eval_step(state, batch):
    return {"loss": jnp.mean(state.apply_fn(state.params, batch))}


@jax.jit
def init_state(params, batch):
    grads = jax.grad(lambda p: jnp.mean(batch @ p))(params)
    updates, _ = tx.update(grads, tx.init(params))
    return optax.apply_updates(params, updates)


@jax.jit
def gradient_norm(params, batch):
    grads = jax.grad(lambda p: jnp.mean(batch @ p))(params)
    return params, optax.global_norm(grads)
