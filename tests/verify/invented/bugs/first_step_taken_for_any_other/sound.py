import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return (jax.random.normal(a, (4,)), jax.random.normal(b, (4,)), 3)


def run(mean, x, count):
    """A moving mean, which starts as the first x (count 0)."""
    return jax.lax.select(jnp.full(x.shape, count == 0), x, 0.9 * mean + 0.1 * x)
