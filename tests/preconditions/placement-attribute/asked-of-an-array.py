# rule: device-api-misuse
"""What is asked may be anything that has a method of this name."""
import jax.numpy as jnp


def where(x):
    y = jnp.ones(3)  # holds
    y = x  # broken
    return y.device()
