import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (7,)),)


def run(x):
    """Direction of each entry: 1, 0 or -1."""
    return (x > 0).astype(x.dtype) - (x < 0).astype(x.dtype)
