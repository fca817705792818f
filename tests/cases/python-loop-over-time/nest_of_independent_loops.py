"""A buffer goes through both loops, but no turn reads what another one wrote."""

import jax
import jax.numpy as jnp


@jax.jit
def table(xs: jax.Array, ys: jax.Array):
    out = jnp.zeros((xs.shape[0], ys.shape[0]))
    for i in range(xs.shape[0]):
        for j in range(ys.shape[0]):
            out = out.at[i, j].set(jnp.exp(-jnp.sum((xs[i] - ys[j]) ** 2)))
    return out


@jax.jit
def energy(xs: jax.Array, ys: jax.Array):
    total = 0.0
    for i in range(xs.shape[0]):
        for j in range(ys.shape[0]):
            total = total + jnp.linalg.norm(xs[i] - ys[j])
    return total
