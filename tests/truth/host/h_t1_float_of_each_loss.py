"""`float(loss)` into a list on every step; `nnx.jit` writes the state in place."""

import jax.numpy as jnp
import numpy as np
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs):
        self.layer = nnx.Linear(1, 1, rngs=rngs)

    def __call__(self, x):
        return self.layer(x)


@nnx.jit
def train_step(model, optimizer, x, y):
    def loss_fn(model):
        return jnp.mean((y - model(x)) ** 2)

    loss, grads = nnx.value_and_grad(loss_fn)(model)
    optimizer.update(model, grads)
    return loss


def batches(x, y, size, steps):
    for _ in range(steps):
        rows = np.random.choice(len(x), size=size)
        yield x[rows], y[rows]


def fit(model, optimizer, x, y):
    losses = []
    for step, (xb, yb) in enumerate(batches(x, y, 32, 10_000)):
        loss = train_step(model, optimizer, xb, yb)
        losses.append(float(loss))  # want: JOL402
        if step % 1000 == 0:
            print(f"{step}: {loss}")
    return losses
