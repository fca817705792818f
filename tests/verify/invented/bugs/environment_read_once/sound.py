import os

import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (6,)),)


@jax.jit
def scaled(x, scale):
    return jnp.tanh(x) * scale


def run(x):
    """Scaled by what SCALE says at the time of the call, 2 where nothing is said."""
    return scaled(x, float(os.environ.get("SCALE", "2")))
