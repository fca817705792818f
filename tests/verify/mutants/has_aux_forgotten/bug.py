"""Rewrite with a bug: value_and_grad of a pair without has_aux.

Caught by: returns
"""

import jax
import jax.numpy as jnp


def loss(w, x, y):
    residual = x @ w - y
    return (residual**2).mean(), jnp.abs(residual).mean()


def f(w, x, y):
    (value, error), grads = jax.value_and_grad(loss)(w, x, y)
    return value, error, grads
