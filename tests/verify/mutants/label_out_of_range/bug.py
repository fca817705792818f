"""Rewrite with a bug: each label reads one class too far.

Caught by: value
"""

import jax.numpy as jnp


def f(scores, labels):
    """The score of each label."""
    return jnp.take_along_axis(scores, labels[:, None] + 1, axis=-1)[:, 0]
