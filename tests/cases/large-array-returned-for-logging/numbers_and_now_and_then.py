"""Single numbers, what nothing proves to be more, fetches now and then, and simulators."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def train_step(params, batch, score):
    losses = (batch @ params) ** 2
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    return params - 0.1 * grads, jnp.mean(losses), losses, score * 2


@jax.pmap
def on_all(params, batch):
    losses = (batch @ params) ** 2
    return params - jnp.mean(losses), losses


def numbers(params, batches, note):
    for batch in batches:
        params, loss, losses, score = train_step(params, batch, 1.0)
        note(float(loss), np.asarray(score))
    return params


def now_and_then(params, batches, note):
    for i, batch in enumerate(batches):
        params, loss, losses, score = train_step(params, batch, 1.0)
        if i % 100 == 0:
            note(np.asarray(losses))
    return params


def for_a_file(params, batches, path):
    for i, batch in enumerate(batches):
        params, loss, losses, score = train_step(params, batch, 1.0)
        np.save(path / f"{i}.npy", np.asarray(losses))
    return params


def one_for_each_device(params, batches, note):
    for batch in batches:
        params, losses = on_all(params, batch)
        note(np.asarray(losses))
    return params


def after_the_loop(params, batches):
    for batch in batches:
        params, loss, losses, score = train_step(params, batch, 1.0)
    return params, np.asarray(losses)
