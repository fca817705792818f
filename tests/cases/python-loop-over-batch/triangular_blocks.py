"""The rows of a packed triangle: each block is one longer than the block before."""

import jax
import jax.numpy as jnp


def unpack(packed: jax.Array, n):
    rows = []
    for i in range(n):
        start, stop = i * (i + 1) // 2, (i + 1) * (i + 2) // 2
        rows.append(jnp.pad(packed[start:stop], (0, n - 1 - i)))
    return jnp.stack(rows)


def multiplied(blocks: jax.Array, x: jax.Array, n):
    out = jnp.zeros((n, x.shape[1]))
    for i in range(n):
        out = out.at[i].set(jnp.sum(blocks[i * (i + 1) // 2 : (i + 1) * (i + 2) // 2] @ x, axis=0))
    return out
