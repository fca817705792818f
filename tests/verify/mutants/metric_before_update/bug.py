"""Rewrite with a bug: a metric after the update is taken from the loss before it.

Caught by: value, f64
"""

import jax


def loss(w, x, y):
    return ((x @ w - y) ** 2).mean()


def f(w, x, y):
    value, grads = jax.value_and_grad(loss)(w, x, y)
    return w - 0.1 * grads, value
