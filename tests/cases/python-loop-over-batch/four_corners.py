"""A small constant count, with the reason beside it."""

import jax
import jax.numpy as jnp


def pairwise(boxes: jax.Array):
    # A for-loop is 2-4x faster than indexing on this accelerator.
    out = jnp.zeros((4, 7))
    for i in range(4):
        out = out.at[i].set(jnp.max(boxes[i]))
    return out


def commented(boxes: jax.Array, n):
    out = []
    # Unrolled on purpose: vmap runs out of memory here (OOM).
    for i in range(n):
        out.append(jnp.max(boxes[i]))
    return jnp.stack(out)
