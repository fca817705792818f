"""Adding up over micro-batches is done to save memory."""

import jax
import jax.numpy as jnp


def loss(w, x, y):
    return jnp.mean((jnp.tanh(x @ w) - y) ** 2)


def tree(params, xs: jax.Array, ys: jax.Array):
    grads = jax.tree.map(jnp.zeros_like, params)
    for x, y in zip(xs, ys):
        grads = jax.tree.map(jnp.add, grads, jax.grad(loss)(params, x, y))
    return grads
