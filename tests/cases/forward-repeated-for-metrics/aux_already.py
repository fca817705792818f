"""The predictions come out of the loss as they should."""

import jax
import jax.numpy as jnp


def apply(params, x):
    return jnp.tanh(x @ params)


def train_step(params, x, y):
    def loss_fn(p):
        logits = apply(p, x)
        return jnp.mean((logits - y) ** 2), logits

    (loss, logits), grads = jax.value_and_grad(loss_fn, has_aux=True)(params)
    return params - 0.1 * grads, loss, jnp.mean(logits)
