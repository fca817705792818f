"""Compiled by a call, and handed to the function that runs an epoch."""

import jax
import jax.numpy as jnp


def train_step(state, batch, keys):
    def loss_fn(params):
        logits = state.apply_fn({"params": params}, batch["tokens"], rngs=keys)
        return jnp.mean((logits - batch["label"]) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(state.params)
    return state.apply_gradients(grads=grads), {"loss": loss}


def eval_step(state, batch):
    logits = state.apply_fn({"params": state.params}, batch["tokens"])
    return {"loss": jnp.mean((logits - batch["label"]) ** 2)}


def train_epoch(step_fn, state, batches, key):
    rows = []
    for batch in batches:
        key, drop = jax.random.split(key)
        state, metrics = step_fn(state, batch, {"dropout": drop})
        rows.append(metrics)
    return state, jax.device_get(rows)


def fit(state, train_batches, eval_batches, key, epochs):
    train_step_fn = jax.jit(train_step)  # want: JOL301
    eval_step_fn = jax.jit(eval_step)
    for _ in range(epochs):
        key, epoch_key = jax.random.split(key)
        state, _ = train_epoch(train_step_fn, state, train_batches, epoch_key)
        print([eval_step_fn(state, batch) for batch in eval_batches])
    return state
