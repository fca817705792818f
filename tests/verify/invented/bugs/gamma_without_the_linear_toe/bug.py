import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.uniform(key, (8,), minval=0.1),)


def run(x):
    """Linear light in [0, 1] to sRGB."""
    return jnp.maximum(1.055 * x ** (1 / 2.4) - 0.055, 0.0)
