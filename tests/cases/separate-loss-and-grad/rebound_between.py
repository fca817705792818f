"""The loss after the update, or at another point, is another loss."""

import jax
import jax.numpy as jnp


def loss_fn(params, x):
    return jnp.mean((x @ params) ** 2)


def after_the_update(params, x):
    grads = jax.grad(loss_fn)(params, x)
    params = params - 0.1 * grads
    return params, loss_fn(params, x)


def at_another_point(params, x):
    grads = jax.grad(loss_fn)(params, x)
    return grads, loss_fn(params - 0.1 * grads, x)


def on_another_batch(params, x, held_out):
    return jax.grad(loss_fn)(params, x), loss_fn(params, held_out)


def mutated(state, x):
    loss = loss_fn(state.params, x)
    state.params = state.params * 2
    return loss, jax.grad(loss_fn)(state.params, x)


def fresh_batches(params, batches):
    loss = loss_fn(params, next(batches))
    return loss, jax.grad(loss_fn)(params, next(batches))
