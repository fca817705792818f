import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.uniform(key, (8,), minval=0.1),)


def run(x):
    """Linear light in [0, 1] to sRGB."""
    return jnp.where(x <= 0.0031308, 12.92 * x, 1.055 * jnp.maximum(x, 1e-3) ** (1 / 2.4) - 0.055)
