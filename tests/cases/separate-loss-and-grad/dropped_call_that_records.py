"""The function keeps what it is given: the call is made for that."""

import jax
import jax.numpy as jnp


def step(params, batch, seen):
    def loss_fn(params):
        seen.append(batch)
        return jnp.mean((batch @ params) ** 2)

    loss_fn(params)
    value, grads = jax.value_and_grad(loss_fn)(params)
    return value, params - 0.1 * grads
