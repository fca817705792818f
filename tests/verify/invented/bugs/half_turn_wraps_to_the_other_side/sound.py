import jax
import jax.numpy as jnp


def inputs(key):
    return (400 * jax.random.normal(key, (7,)),)


def run(degrees):
    """Angles wrapped into (-180, 180]."""
    a = degrees % 360.0
    return jnp.where(a > 180.0, a - 360.0, a)
