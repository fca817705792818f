# not executed: the fix is for people
# Losses that a loop computes beside a step, which runs them forward again.
import functools

import jax
import jax.numpy as jnp


def loss_fn(params, x, y):
    return jnp.mean((jnp.tanh(x @ params["w"]) - y) ** 2)


eval_loss = jax.jit(loss_fn)


@functools.partial(jax.jit, donate_argnums=0)
def update(params, x, y):
    grads = jax.grad(loss_fn)(params, x, y)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)


def train(params, batches):
    losses = []
    for x, y in batches:
        losses.append(eval_loss(params, x, y))  # want: JOL501 "once more on the same values"
        params = update(params, x, y)
    return params, losses


class Trainer:
    def __init__(self, params):
        self.params = params

    @functools.partial(jax.jit, static_argnums=0)
    def step(self, inputs, targets, params):
        grad_fn = jax.value_and_grad(loss_fn)
        _, grads = grad_fn(params, inputs, targets)
        params = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)
        return params

    def run(self, data, epochs):
        for epoch in range(epochs):
            value = loss_fn(self.params, data["x"], data["y"])  # want: JOL501 "line 37"
            self.params = self.step(data["x"], data["y"], params=self.params)
            print(epoch, value)
