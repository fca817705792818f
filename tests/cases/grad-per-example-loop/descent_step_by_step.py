"""Each step uses what the step before left: no two of them can run together."""

import jax
import jax.numpy as jnp


def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2


def descend(w, xs: jax.Array, ys: jax.Array):
    for x, y in zip(xs, ys):
        w = w - 0.1 * jax.grad(loss)(w, x, y)
    return w


def history(w, xs: jax.Array, ys: jax.Array):
    grads = []
    for x, y in zip(xs, ys):
        g = jax.grad(loss)(w, x, y)
        w = w - 0.1 * g
        grads.append(g)
    return jnp.stack(grads)


def epochs(w, x: jax.Array, y: jax.Array, steps):
    for _ in range(steps):
        w = w - 0.1 * jax.grad(lambda w: jnp.mean(jax.vmap(loss, (None, 0, 0))(w, x, y)))(w)
    return w
