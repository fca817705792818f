# not executed: no codemod writes it
"""A boundary, and chunks of rows: what to do is said, and left to the reader."""

import jax
import jax.numpy as jnp


@jax.jit
def discounted(rewards: jax.Array, last: jax.Array):
    out = jnp.zeros_like(rewards)
    value = last
    for t in reversed(range(64)):  # want: JOL202 "carries"
        if t == 63:
            after = last
        else:
            after = rewards[t + 1]
        value = rewards[t] + 0.9 * (value + after)
        out = out.at[t].set(value)
    return out


@jax.jit
def fit(w, x: jax.Array, y: jax.Array, order: jax.Array):
    for start in range(0, 512, 8):  # want: JOL202 "carries `w`"
        end = start + 8
        rows = order[start:end]
        grads = jax.grad(lambda w: jnp.mean((x[rows] @ w - y[rows]) ** 2))(w)
        w = w - 0.1 * grads
    return w
