# rule: removed-api
"""A class that is used as a value: `jax.Array` cannot be called or subclassed."""
import jax.numpy as jnp


def kind(x: jnp.DeviceArray):  # holds
    return x  # holds
def kind(x):  # broken
    return isinstance(x, jnp.DeviceArray)  # broken
