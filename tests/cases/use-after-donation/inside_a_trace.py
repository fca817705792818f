"""Within another trace donation is ignored; `nnx.jit` writes new values back."""

from functools import partial

import jax
import jax.numpy as jnp
from flax import nnx


@partial(jax.jit, donate_argnums=0)
def inner(x):
    return x * 2


@jax.jit
def outer(x):
    y = inner(x)
    return x + y


@partial(nnx.jit, donate_argnums=0)
def train_step(model, x):
    return jnp.mean(model(x))


def loop(model, batches):
    for batch in batches:
        loss = train_step(model, batch)
    return model, loss
