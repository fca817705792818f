# rule: changed-parameter
"""The default of `axis_types` changed: the fix says what it was."""
import jax
import jax.numpy as jnp


def limited(x):
    return jnp.clip(x, a_min=0, a_max=1)  # holds
    return jax.make_mesh((2, 4), ("x", "y"))  # broken
