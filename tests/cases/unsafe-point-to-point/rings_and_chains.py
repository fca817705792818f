"""Loops where they are right, chains, and pairs that nobody can compute."""

import jax
from jax import lax

FORWARD = [(0, 1), (1, 2), (2, 3)]


# A ring is what `ppermute` is for.
def rotated(x, n):
    return lax.ppermute(x, "x", [(i, (i + 1) % n) for i in range(n)])


def rotated_back(x):
    n = lax.axis_size("x")
    return lax.ppermute(x, "x", perm=[((i + 1) % n, i) for i in range(n)])


def swapped(x):
    return lax.ppermute(x, "x", [(0, 1), (1, 0)])


def shuffled(x, n):
    lax.pshuffle(x, "x", perm=[(i + 1) % n for i in range(n)])
    return lax.pshuffle(x, "x", [3, 2, 1, 0])


# A chain, sent and received, with the way back through `ppermute`.
def pipeline(x, token):
    lax.psend(x, axis_name="x", perm=FORWARD)
    back = lax.ppermute(x, axis_name="x", perm=[(3, 0)])
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return back, lax.precv(token, shape, axis_name="x", perm=[(0, 1), (1, 2), (2, 3)])


# The pairs come from elsewhere, or depend on a choice.
def handed(x, perm, skip, size):
    if skip:
        edges = [(i, i + 1) for i in range(size - 1)]
    else:
        edges = [(i, i) for i in range(size)]
    lax.psend(x, "x", edges)
    lax.ppermute(x, "x", [(i, j) for i, j in enumerate(perm)])
    return lax.ppermute(x, "x", [(i, i * skip) for i in range(4) if i % 2])


# For one stride of several it repeats a device, for others it does not.
def strided(x, stride):
    return lax.ppermute(x, "x", [(i, i * stride) for i in range(2)])
