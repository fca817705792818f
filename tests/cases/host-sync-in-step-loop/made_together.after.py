# not executed: what is shown is which steps are known to be compiled
"""Steps that one function makes and returns together, or that either of two statements makes."""

import jax
import jax.numpy as jnp


def descend(params, batch):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    return params - 0.1 * grads, loss


def make_steps():
    def evaluate(params, batch):
        return params, jnp.mean(batch @ params)

    return jax.jit(descend), evaluate


class Trainer:
    def __init__(self, params):
        step, look = self.make()
        self.step = step
        self.look = look
        self.other, _ = self.make()
        self.params = params

    def make(self):
        return jax.jit(descend), descend

    def fit(self, batches):
        losses = []
        for batch in batches:
            self.params, loss = self.step(self.params, batch)
            losses.append(loss)
        losses = [loss.item() for loss in jax.device_get(losses)]
        return losses

    def fit_otherwise(self, batches):
        losses = []
        for batch in batches:
            self.params, loss = self.other(self.params, batch)
            losses.append(loss)
        losses = [loss.item() for loss in jax.device_get(losses)]
        return losses


def train(params, batches):
    step, _ = make_steps()
    losses = []
    for batch in batches:
        params, loss = step(params, batch)
        losses.append(loss)
    losses = [float(loss) for loss in jax.device_get(losses)]
    return losses


def either_way(params, batches, keep):
    if keep:
        step = jax.jit(descend)
    else:
        step = jax.jit(descend, donate_argnums=0)
    losses = []
    for batch in batches:
        params, loss = step(params, batch)
        losses.append(loss)
    losses = [float(loss) for loss in jax.device_get(losses)]
    return losses
