"""A keyword that the handler has another way for."""

import jax.numpy as jnp


def bounded(x):
    try:
        return jnp.clip(x, a_min=0.0)
    except TypeError:
        return jnp.clip(x, min=0.0)
