import jax
import jax.numpy as jnp


def inputs(key):
    return (3 * jax.random.normal(key, (50,)),)


def run(x):
    """x times the sigmoid of x."""
    return x * jax.nn.sigmoid(x)
