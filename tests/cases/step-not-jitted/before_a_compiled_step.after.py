# not executed: reported without a fix
"""A few operations in front of a compiled step of the same turn, which may be the step itself."""

import jax
import jax.numpy as jnp


@jax.jit
def train_step(params, batch, rate):
    grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    return params - rate * grads, jnp.mean(grads**2)


@jax.jit
def scaled(batch):
    low, high = jnp.min(batch, axis=0), jnp.max(batch, axis=0)
    centred = (batch - low) / (high - low + 1e-6)
    return jnp.clip(centred * 2.0 - 1.0, -1.0, 1.0)


def train(params, batches):
    for step, batch in enumerate(batches):
        inputs = scaled(jnp.asarray(batch))
        params, loss = train_step(params, inputs, 0.1)
        if step % 100 == 0:
            print(float(loss))
    return params


@jax.jit
def moved(params, scale):
    spread = jnp.sqrt(jnp.mean(params**2)) + jnp.max(params) - jnp.min(params)
    return params * jnp.clip(scale / (spread + 1e-6), 0.5, 1.0)


def carried(params, batches):
    for step, batch in enumerate(batches):
        params = moved(params, 0.3)
        params, loss = train_step(params, jnp.asarray(batch), 0.1)
        if step % 100 == 0:
            print(float(loss))
    return params
