import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (7,)), jax.random.bernoulli(b, 0.5, (7,))


def run(x, mask):
    """Sum of the entries that are not masked (mask: bool or 0/1)."""
    return jnp.sum(jnp.where(jnp.logical_not(mask), x, 0.0))
