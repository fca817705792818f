import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.key(11), jax.random.normal(key, (6,)))


def run(key, x):
    """Noisy x, and a key for the next call."""
    key, used = jax.random.split(key)
    return key, x + 0.1 * jax.random.normal(used, x.shape)
