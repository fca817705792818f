"""Nests that write few places, places that others need, new arrays of each turn, or under jit."""

import jax
import jax.numpy as jnp


def inertia(moment):
    out = jnp.zeros((3, 3))
    for row in range(3):
        for column in range(3):
            out = out.at[row, column].set(moment(row, column))
    return out


def corners(size, edge):
    out = jnp.zeros((size, size))
    for row in (0, edge, size - 1):
        for column in (0, edge, size - 1):
            out = out.at[row, column].set(1.0)
    return out


def distances(a, b, cost):
    best = jnp.zeros((len(a), len(b)))
    for i in range(1, len(a)):
        for j in range(1, len(b)):
            best = best.at[i, j].set(cost(best[i - 1, j], best[i, j - 1]))
    return best


def fresh(pieces, show):
    for i in range(len(pieces)):
        marks = jnp.zeros((len(pieces), 9))
        for j in range(9):
            marks = marks.at[i, j].set(pieces[i][j])
        show(marks)


def relaxed(field, solve, n):
    for i in range(len(field)):
        for j in range(n):
            field = field.at[i, j].set(solve(field, i, j))
    return field


@jax.jit
def compiled(x):
    out = jnp.zeros((3, 4))
    for i in range(3):
        for j in range(4):
            out = out.at[i, j].set(x[i] + j)
    return out
