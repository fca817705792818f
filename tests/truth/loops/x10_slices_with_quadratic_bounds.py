"""The bounds of the slices grow with the square of the counter."""

import jax.numpy as jnp


def diagonal(mat):
    rows, cols = mat.shape
    blocks = int((-1 + (1 + 8 * (cols // rows)) ** 0.5) / 2)
    diagonals = []
    for i in range(blocks):
        last = rows * ((i + 2) * (i + 1)) // 2
        first = last - rows
        diagonals.append(jnp.diag(mat[Ellipsis, first:last]))
    return jnp.concatenate(diagonals, axis=-1)
