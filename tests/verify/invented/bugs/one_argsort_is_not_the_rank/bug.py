import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (25,)),)


def run(x):
    """Rank (from 0) of each of the distinct values of x."""
    order = jnp.argsort(x)
    return order
