"""Rewrite with a bug: a label of -1 is the last class.

Caught by: extremes
"""

import jax.numpy as jnp


def f(scores, labels):
    """The score of each label; 0 for a row labelled -1."""
    return jnp.take_along_axis(scores, labels[:, None], axis=-1)[:, 0]
