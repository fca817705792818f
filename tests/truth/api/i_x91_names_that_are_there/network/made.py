import jax.numpy as jnp


def __getattr__(name):
    return getattr(jnp, name)
