"""`nnx.jit` donates variables and writes the new ones into the same objects."""

import jax.numpy as jnp
import optax
from flax import nnx


class Net(nnx.Module):
    def __init__(self, width, rngs):
        self.layer = nnx.Linear(1, width, rngs=rngs)
        self.out = nnx.Linear(width, 1, rngs=rngs)

    def __call__(self, x):
        return self.out(nnx.relu(self.layer(x)))


def run(batches, x_all, y_all, steps):
    model = Net(32, rngs=nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.sgd(1e-3), wrt=nnx.Param)

    @nnx.jit(donate_argnums=(0, 1))
    def train_step(model, optimizer, batch):
        x, y = batch

        def loss_fn(model):
            return jnp.mean((y - model(x)) ** 2)

        grads = nnx.grad(loss_fn)(model)
        optimizer.update(model, grads)

    @nnx.jit(donate_argnums=0)
    def test_step(model, batch):
        x, y = batch
        return {"loss": jnp.mean((y - model(x)) ** 2)}

    logs = {"loss": jnp.array(0.0)}
    for step, batch in enumerate(batches):
        train_step(model, optimizer, batch)
        if step % 1000 == 0:
            logs = test_step(model, (x_all, y_all))
        if step >= steps - 1:
            break
    return logs, model(x_all)
