import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (16, 8)),)


def run(x):
    """GELU with the normal distribution function, float32."""
    return 0.5 * x * jax.scipy.special.erfc(-x / 2.0**0.5)
