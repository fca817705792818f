import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (8, 6)),)


def run(x):
    """2x2 means; an odd last row or column is left out."""
    s = jax.lax.reduce_window(x, 0.0, jax.lax.add, (2, 2), (2, 2), "VALID")
    return s / 4
