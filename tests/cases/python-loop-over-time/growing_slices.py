"""Slices that grow with the counter."""

import jax
import jax.numpy as jnp


@jax.jit
def durbin(r: jax.Array, y: jax.Array):
    alpha = -r[0]
    beta = 1.0
    for k in range(1, 64):
        beta = beta * (1 - alpha * alpha)
        alpha = -(r[k] + jnp.dot(r[:k], y[:k])) / beta
        y = y.at[:k].set(y[:k] + alpha * y[:k])
    return y
