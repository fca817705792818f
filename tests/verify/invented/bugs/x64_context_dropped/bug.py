import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return (np.asarray(jax.random.normal(key, (10,)), np.float64),)


def run(t):
    """Differences of float64 time stamps, as float32."""
    t = jnp.asarray(t)
    return jnp.diff(t, axis=0).astype(jnp.float32)
