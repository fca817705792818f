# rule: changed-parameter
# min-jax: 0.4.20  # broken
"""The oldest JAX that the project supports knows the old keyword only."""
import jax.numpy as jnp


def limited(x):
    return jnp.clip(x, a_max=1)
