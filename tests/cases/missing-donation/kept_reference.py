"""The old parameters live on under another name, and are read: donation would delete them."""

import jax
import jax.numpy as jnp


@jax.jit
def update(params, batch):
    grads = jax.grad(lambda p: jnp.sum((batch @ p) ** 2))(params)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)


def run(params, batches):
    best = params
    for batch in batches:
        params = update(params, batch)
    return best, params
