"""Printed now and then, or nothing of the device's."""

import jax
import jax.numpy as jnp


@jax.jit
def train_step(params, batch):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    return params - 0.1 * grads, loss


def now_and_then(params, batches, every):
    for step, batch in enumerate(batches):
        params, loss = train_step(params, batch)
        if step % every == 0:
            print(f"{step}: {loss}")
    print("at last", loss)
    return params


def host_values(params, batches):
    for step, batch in enumerate(batches):
        params, loss = train_step(params, batch)
        print(step, params.shape, loss.dtype, len(batch))
    return params


def each_epoch(params, epochs):
    for epoch, batches in enumerate(epochs):
        for batch in batches:
            params, loss = train_step(params, batch)
        print(epoch, loss)
    return params


def inside(params, batch):
    jax.debug.print("{}", params)
    return params


def by_a_conditional_expression(params, batches):
    for step, batch in enumerate(batches):
        params, loss = train_step(params, batch)
        print("loss", loss, "step", step) if step % 100 == 0 else None
    return params
