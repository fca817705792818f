import jax
import jax.numpy as jnp


def inputs(key):
    return (400 * jax.random.normal(key, (7,)),)


def run(degrees):
    """Angles wrapped into (-180, 180]."""
    return (degrees + 180.0) % 360.0 - 180.0
