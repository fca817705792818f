"""A step with static arguments, which count in the positions."""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=(4, 5))
def train_step(state, key, inputs, labels, model, classes=False):  # want: JOL301
    def loss_fn(params):
        logits, _ = model.apply(
            {"params": params}, inputs[:, :-1], rngs={"dropout": key}, mutable=["seen"]
        )
        if classes:
            return jnp.mean((logits - labels) ** 2), logits
        return jnp.mean((logits - inputs[:, 1:]) ** 2), logits

    (loss, logits), grads = jax.value_and_grad(loss_fn, has_aux=True)(state.params)
    state = state.apply_gradients(grads=grads)
    return state, loss


def epoch(state, key, model, loader, classes=False):
    losses = []
    for inputs, labels in loader:
        key, drop = jax.random.split(key)
        state, loss = train_step(state, drop, inputs, labels, model, classes)
        losses.append(loss)
    return state, jnp.mean(jnp.stack(losses))
