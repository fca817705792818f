import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.randint(key, (40,), -500, 500),)


def run(x):
    """The five greatest of an integer vector (of any integer dtype), greatest first."""
    return -jnp.sort(-x)[:5]
