"""A few corners against a few corners."""

import jax
import jax.numpy as jnp


def overlaps(a: jax.Array, b: jax.Array):
    out = jnp.zeros((a.shape[0], 4, 4))
    for i in range(4):
        for j in range(4):
            out = out.at[:, i, j].set(jnp.sum(a[:, i] * b[:, j], axis=-1))
    return out
