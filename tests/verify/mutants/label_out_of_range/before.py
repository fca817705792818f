"""Original: whole numbers are labels of classes, of which nothing says what one below zero is."""

import jax
import jax.numpy as jnp


# jaxopt-lint: verify(f32[B, C], i32[B](0, 5), B=4, C=5, fixed=('C',))
def f(scores, labels):
    """The score of each label."""
    return jnp.sum(jax.nn.one_hot(labels, scores.shape[-1]) * scores, axis=-1)
