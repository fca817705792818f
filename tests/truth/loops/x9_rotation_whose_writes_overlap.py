"""Two writes into one matrix on each turn meet in the middle, where the second must win."""

import jax
import jax.numpy as jnp


def rotation(angle: jax.Array, degree: int):
    count = angle.shape[0]
    size = 2 * degree + 1
    m = jnp.zeros((count, size, size))
    for i in range(size):
        frequency = degree - i
        j = size - 1 - i
        # The order matters: in the middle the cosine stays.
        m = m.at[:, i, j].set(jnp.sin(frequency * angle))
        m = m.at[:, i, i].set(jnp.cos(frequency * angle))
    return m
