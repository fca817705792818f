# rule: unused-suppression
"""The `enable` that ends it would be left alone."""
import jax.numpy as jnp


def run(x):
    # jaxopt-lint: ignore[JOL701]  # holds
    # jaxopt-lint: disable[JOL701]  # broken
    y = jnp.sin(x)
    # jaxopt-lint: enable[JOL701]  # broken
    return y
