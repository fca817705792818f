"""Two writes to one buffer, the later of which must win."""

import jax
import jax.numpy as jnp


def rotation(angle: jax.Array, size, freq: jax.Array):
    m = jnp.zeros((size, size))
    for i in range(size):
        # The order matters: the centre is written twice.
        m = m.at[i, size - 1 - i].set(jnp.sin(freq[i] * angle))
        m = m.at[i, i].set(jnp.cos(freq[i] * angle))
    return m
