import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (10,)),)


def run(x):
    """The three largest entries, largest first."""
    return jnp.sort(x)[::-1][:3]
