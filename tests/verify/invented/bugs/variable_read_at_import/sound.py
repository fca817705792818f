import os

import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (6,)),)


def run(x):
    """Twice x where DOUBLE is 1, else x."""
    return x + 0.0 if os.environ.get("DOUBLE", "") != "1" else x + x
