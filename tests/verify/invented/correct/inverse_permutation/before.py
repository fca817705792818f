import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (10,)),)


def run(x):
    """Rank of each entry."""
    return jnp.argsort(jnp.argsort(x))
