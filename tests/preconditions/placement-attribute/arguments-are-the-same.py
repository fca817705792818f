# rule: device-api-misuse
"""The old method knew no such arguments."""
import jax
import jax.numpy as jnp


def place(more):
    y = jnp.ones(3)
    return y.copy_to_device(jax.devices()[0])  # holds
    return y.copy_to_device(*more)  # broken
