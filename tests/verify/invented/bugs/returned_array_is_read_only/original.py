import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return (jax.random.normal(key, (6, 4)),)


def run(features):
    """Features scaled to unit maximum, as a numpy array that the caller fills in further."""
    host = np.array(features, dtype=np.float32)
    return np.array(host / np.float32(np.abs(host).max()))
