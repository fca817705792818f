import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (8,)), jax.random.normal(b, (8,))


def run(x, y):
    """Upper envelope of two signals, as one number."""
    return jnp.sum(jnp.maximum(x, y))
