"""`nnx.jit` donates already, or only evaluates."""

from functools import partial

import jax.numpy as jnp
from flax import nnx


@partial(nnx.jit, donate_argnames=("model", "optimizer"))
def train_step(model, optimizer, x):
    loss, grads = nnx.value_and_grad(lambda m: jnp.mean(m(x) ** 2))(model)
    optimizer.update(model, grads)
    return loss


@nnx.jit
def eval_step(model, metrics, x):
    metrics.update(model, x)
    return jnp.mean(model(x) ** 2)


def train(model, optimizer, metrics, batches):
    for batch in batches:
        train_step(model, optimizer, batch)
        eval_step(model, metrics, batch)
