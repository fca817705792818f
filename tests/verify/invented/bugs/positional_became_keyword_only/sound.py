import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (4, 3)),)


def run(x, power=2.0):
    """Generalised mean of the absolute values of each row."""
    return jnp.mean(jnp.abs(x) ** power, axis=1) ** (1 / power)
