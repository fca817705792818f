import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (6, 8)),)


def run(x):
    """Adds a sinusoidal position signal in the precision of the input."""
    steps, width = x.shape
    angle = jnp.arange(steps)[:, None] / 100.0 ** (jnp.arange(width) / width)
    return x + jnp.sin(angle).astype(x.dtype)
