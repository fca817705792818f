# rule: device-api-misuse
# min-jax: 0.4.20  # broken
"""The property is younger than the oldest JAX that the project supports."""
import jax.numpy as jnp


def where():
    y = jnp.ones(3)
    return y.device()
