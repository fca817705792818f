"""`jax.tree_map` is gone."""

import jax
import jax.numpy as jnp


def update(state, grads, norm):
    grads = jax.tree_map(lambda g: g / norm, grads)  # want: JOL701
    return jax.tree_map(jnp.subtract, state, grads)  # want: JOL701
