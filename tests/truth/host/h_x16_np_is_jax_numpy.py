"""`np` stands for `jax.numpy` here."""

from functools import partial

import jax
import jax.numpy as np


@partial(jax.jit, donate_argnums=(0,))
def train_step(state, inputs, labels):
    def loss_fn(params):
        out = np.dot(np.array(inputs), params)
        return np.mean(np.square(np.clip(out, -1, 1) - np.asarray(labels)))

    loss, grads = jax.value_and_grad(loss_fn)(state)
    return state - 0.1 * np.where(np.isnan(grads), 0.0, grads), loss


def epoch(state, loader):
    losses = []
    for inputs, labels in loader:
        inputs = np.array(inputs.numpy())
        labels = np.array(labels.numpy())
        state, loss = train_step(state, inputs, labels)
        losses.append(loss)
    return state, np.mean(np.array(losses))
