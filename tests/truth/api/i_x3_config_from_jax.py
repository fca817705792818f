"""`from jax import config` is right."""

import jax
from jax import config
from jax import numpy as jnp

config.update("jax_enable_x64", True)


def f(x):
    return jnp.sum(jax.numpy.sin(x))
