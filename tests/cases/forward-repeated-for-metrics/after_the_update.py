"""The metrics of the new parameters are other metrics."""

import jax
import jax.numpy as jnp


def apply(params, x):
    return jnp.tanh(x @ params)


def loss_fn(params, x, y):
    return jnp.mean((apply(params, x) - y) ** 2)


def train_step(params, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    params = params - 0.1 * grads
    return params, loss, apply(params, x)


def next_batch(params, loader, y):
    x = next(loader)
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    x = next(loader)
    return loss, grads, apply(params, x)


def logging_behind_step_modulo_n(params, xs, y, n):
    for step, x in enumerate(xs):
        loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
        if step % n == 0:
            print(step, loss, apply(params, x).mean())
        params = params - 0.1 * grads
    return params
