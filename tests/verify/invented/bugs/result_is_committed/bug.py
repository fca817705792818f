import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return (np.arange(6.0, dtype=np.float32), 2.0)


def run(batch, scale):
    """The batch on the device, scaled; it can be used with arrays of any device."""
    return jax.device_put(batch, jax.devices()[0]) * scale
