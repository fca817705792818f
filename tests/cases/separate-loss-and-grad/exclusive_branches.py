"""Value and gradient are wanted in different cases."""

import jax
import jax.numpy as jnp


def loss_fn(params, x):
    return jnp.mean((x @ params) ** 2)


def either(params, x, train):
    if train:
        return jax.grad(loss_fn)(params, x)
    else:
        return loss_fn(params, x)


def logging_behind_step_modulo_n(params, xs, n):
    for step, x in enumerate(xs):
        grads = jax.grad(loss_fn)(params, x)
        if step % n == 0:
            print(step, loss_fn(params, x))
        params = params - 0.1 * grads
    return params


def stops_early(params, x, tolerance):
    loss = loss_fn(params, x)
    if loss < tolerance:
        return params
    return params - jax.grad(loss_fn)(params, x)


def line_search(params, x):
    return [loss_fn(params, x) for _ in range(3)], jax.grad(loss_fn)(params, x)
