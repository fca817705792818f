"""Writes that jit does in place, of a few parts, of single elements, or of what is read whole."""

import jax
import jax.numpy as jnp


@jax.jit
def compiled(x, starts):
    for start in starts:
        x = x.at[start : start + 2, 0].set(0.0)
    return x


def few(pieces, size):
    out = jnp.zeros((size, size))
    for i in range(3):
        out = out.at[i, :].set(pieces.read(i))
    return out


def elements(pieces, size):
    out = jnp.zeros(size)
    for i, piece in enumerate(pieces):
        out = out.at[i].set(piece.read())
    return out


def relaxed(x, pieces, solve):
    for i, piece in enumerate(pieces):
        x = x.at[i, :].set(solve(x, piece))
    return x


def computed_for_each_place(rows, render, image):
    for i in range(len(rows)):
        value = render(i)
        image = image.at[rows[i]].set(value)
    return image
