"""The last minibatch is shorter."""

import jax
import jax.numpy as jnp


@jax.jit
def fit(w, x: jax.Array, y: jax.Array):
    for i in range(40):
        start = i * 8
        end = min(start + 8, 313)
        error = x[start:end] @ w - y[start:end]
        w = w - 0.1 * x[start:end].T @ error / (end - start)
    return w
