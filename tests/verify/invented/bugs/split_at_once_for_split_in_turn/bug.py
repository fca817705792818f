import jax
import jax.numpy as jnp


def inputs(key):
    return (key, 4)


def run(key, n):
    """The n draws of a chain of splits."""
    return jax.vmap(lambda k: jax.random.normal(k, (2,)))(jax.random.split(key, n))
