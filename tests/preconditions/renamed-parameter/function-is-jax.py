# rule: changed-parameter
"""A function of that name in the file has keywords of its own."""
import jax.numpy as jnp  # holds


class jnp:  # broken
    def clip(x, a_min=0, a_max=1):  # broken
        return x  # broken


def limited(x):
    return jnp.clip(x, a_min=0, a_max=1)
