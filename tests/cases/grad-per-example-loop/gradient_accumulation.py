"""Adding up over micro-batches is done to save memory."""

import jax
import jax.numpy as jnp


def loss(w, x, y):
    return jnp.mean((jnp.tanh(x @ w) - y) ** 2)


def accumulate(w, xs: jax.Array, ys: jax.Array):
    accumulated = jnp.zeros_like(w)
    for i in range(xs.shape[0]):
        accumulated += jax.grad(loss)(w, xs[i], ys[i])
    return accumulated / xs.shape[0]


def pieces(w, x_micro: jax.Array, y_micro: jax.Array):
    total = jnp.zeros_like(w)
    for i in range(x_micro.shape[0]):
        total += jax.grad(loss)(w, x_micro[i], y_micro[i])
    return total


def tree(params, xs: jax.Array, ys: jax.Array):
    grads = jax.tree.map(jnp.zeros_like, params)
    for x, y in zip(xs, ys):
        grads = jax.tree.map(jnp.add, grads, jax.grad(loss)(params, x, y))
    return grads
