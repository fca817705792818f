from types import SimpleNamespace

import jax
import jax.numpy as jnp

SETTINGS = SimpleNamespace(slope=0.2, limit=3.0)


def inputs(key):
    return (jax.random.normal(key, (6,)),)


def run(x):
    """A leaky rectifier of the slope that is set."""
    return jnp.minimum(jnp.where(x > 0, x, SETTINGS.slope * x), SETTINGS.limit)
