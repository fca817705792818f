"""The guard stands in front: most turns go on before anything is fetched."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def step_fn(params, batch):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    return params - 0.1 * grads, loss


def modulus(params, batches, every):
    for step, batch in enumerate(batches):
        params, loss = step_fn(params, batch)
        if step % every:
            continue
        print(step, np.asarray(loss))


def compared(params, batches, every):
    for step, batch in enumerate(batches):
        params, loss = step_fn(params, batch)
        if (step + 1) % every != 0:
            continue
        print(step, float(loss))


def negated(params, batches, every):
    for step, batch in enumerate(batches):
        params, loss = step_fn(params, batch)
        if not step % every == 0:
            continue
        print(step, loss.item())
