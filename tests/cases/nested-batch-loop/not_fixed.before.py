"""Three levels, and work between two levels: reported once, for the outermost loop."""

import jax
import jax.numpy as jnp


def three(xs: jax.Array, ys: jax.Array, zs: jax.Array):
    n, m, k = xs.shape[0], ys.shape[0], zs.shape[0]
    out = jnp.zeros((n, m, k))
    for i in range(n):  # want: JOL205 "3 nested loops"
        for j in range(m):
            for q in range(k):
                out = out.at[i, j, q].set(jnp.sum(xs[i] * ys[j] * zs[q]))
    return out


def between(xs: jax.Array, ys: jax.Array):
    n, m = xs.shape[0], ys.shape[0]
    out = jnp.zeros((n, m))
    for i in range(n):  # want: JOL205 "2 nested"
        left = jnp.tanh(xs[i])
        for j in range(m):
            out = out.at[i, j].set(jnp.dot(left, ys[j]))
    return out
