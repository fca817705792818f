"""Methods that arrays do have, and values that are none."""

import jax.numpy as jnp


def lengths(rows):
    # arrays of the others, tuples with names, and lists have methods of their own
    counts = jnp.unique_counts(rows, size=8)
    parts = jnp.split(rows, 2)
    parts.sort()
    return counts.counts, jnp.bincount(rows).view().mT, parts.index(rows)


def padded(x, n):
    # what a parameter is nobody says
    return x.pad(n), x.split(2)
