# rule: unused-suppression
"""The comment silences a finding."""
import jax
import jax.numpy as jnp


def run(x):
    return jnp.sin(x)  # jaxopt-lint: ignore[JOL701]  # holds
    return jax.tree_map(jnp.sin, x)  # jaxopt-lint: ignore[JOL701]  # broken
