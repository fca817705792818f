import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return (np.asarray(jax.random.normal(key, (10,)), np.float64),)


def run(t):
    """Differences of float64 time stamps, as float32."""
    with jax.enable_x64(True):
        t = jnp.asarray(t, jnp.float64)
        d = t[1:] - t[:-1]
        return d.astype(jnp.float32)
