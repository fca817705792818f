import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return (jax.random.normal(key, (6, 4)),)


@jax.jit
def _scaled(x):
    return x / jnp.abs(x).max()


def run(features):
    """Features scaled to unit maximum, as a numpy array that the caller fills in further."""
    return np.asarray(_scaled(jnp.asarray(features, dtype=jnp.float32)))
