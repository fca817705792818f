"""The rows have different shapes."""

import jax
import jax.numpy as jnp


def masked_weights(keys: jax.Array, init, n, f, g):
    weight = jnp.zeros((n * f, n * g))
    for i in range(n):
        weight = weight.at[: (i + 1) * f, i * g : (i + 1) * g].set(init(keys[i], ((i + 1) * f, g)))
    return weight


def prefix_sums(x: jax.Array):
    out = []
    for i in range(x.shape[0]):
        out.append(jnp.sum(x[:i]))
    return jnp.stack(out)


def triangular(x: jax.Array, n):
    out = jnp.zeros((n,))
    for i in range(n):
        first = i * (i + 1) // 2
        out = out.at[i].set(jnp.sum(x[first : first + i + 1]))
    return out
