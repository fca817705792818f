import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.key(11), jax.random.normal(key, (6,)))


def run(key, x):
    """Noisy x, and a key for the next call."""
    keys = jax.random.split(key)
    return keys[1], x + 0.1 * jax.random.normal(keys[1], x.shape)
