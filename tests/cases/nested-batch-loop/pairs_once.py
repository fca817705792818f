"""Each pair once, or never with itself: the number of turns depends on the row."""

import jax
import jax.numpy as jnp


def upper(xs: jax.Array):
    n = xs.shape[0]
    out = jnp.zeros((n, n))
    for i in range(n):
        for j in range(i + 1, n):
            out = out.at[i, j].set(jnp.linalg.norm(xs[i] - xs[j]))
    return out


def others(xs: jax.Array):
    total = 0.0
    for i in range(xs.shape[0]):
        for j in range(xs.shape[0]):
            if i != j:
                total += 1.0 / jnp.linalg.norm(xs[i] - xs[j])
    return total
