# rule: changed-parameter
# min-jax: 0.4.20  # broken
"""The oldest JAX that the project supports knows the old keyword only."""
import functools

import jax.numpy as jnp


def limited(x):
    return functools.partial(jnp.clip, a_max=1)(x)
