"""A Linen module, made anew in each epoch, is equal to the last one: no new program."""

import functools

import flax.linen as nn
import jax
import numpy as np


class Net(nn.Module):
    width: int = 8
    training: bool = False

    @nn.compact
    def __call__(self, x):
        return nn.Dense(self.width)(x)


@functools.partial(jax.jit, static_argnums=(3, 4), donate_argnums=(0,))
def train_step(state, x, y, model, classes=False):
    def loss_fn(params):
        out = model.apply({"params": params}, x)
        return ((out - y) ** 2).mean()

    loss, grads = jax.value_and_grad(loss_fn)(state.params)
    return state.apply_gradients(grads=grads), loss


def epoch(state, model_cls, loader):
    model = model_cls(training=True)
    losses = []
    for x, y in loader:
        state, loss = train_step(state, x, y, model, classes=False)
        losses.append(loss)
    return state, np.mean(jax.device_get(losses))


def fit(state, model_cls, loader, epochs):
    for _ in range(epochs):
        state, loss = epoch(state, model_cls, loader)
    return state, loss
