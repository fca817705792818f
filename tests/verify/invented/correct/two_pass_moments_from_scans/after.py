import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (50,)) + 3,)


def run(values):
    """Mean and population variance."""
    mean = jnp.sum(values) / values.shape[0]
    return mean, jnp.sum((values - mean) ** 2) / values.shape[0]
