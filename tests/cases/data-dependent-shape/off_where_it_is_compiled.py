"""The counting stands on a way that nobody takes where the function is compiled."""

import jax
import jax.numpy as jnp


def edges(positions, cutoff=None):
    distances = jnp.linalg.norm(positions[:, None] - positions[None], axis=-1)
    if cutoff is not None:
        senders, receivers = jnp.where(distances < cutoff)
        return senders, receivers
    return jax.lax.top_k(-distances, 4)


@jax.jit
def energy(positions):
    values, _ = edges(positions)
    return values.sum()
