"""Sound rewrite: whole numbers are labels of classes, of which nothing says what one below zero is."""

import jax.numpy as jnp


def f(scores, labels):
    """The score of each label."""
    return jnp.take_along_axis(scores, labels[:, None], axis=-1)[:, 0]
