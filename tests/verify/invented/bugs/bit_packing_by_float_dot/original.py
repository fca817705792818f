import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.bernoulli(key, 0.5, (5, 16)),)


def run(flags):
    """Each row of up to 32 flags packed into a uint32, the first flag lowest."""
    words = jnp.zeros(flags.shape[0], jnp.uint32)
    for i in range(flags.shape[1]):
        words = words | (flags[:, i].astype(jnp.uint32) << i)
    return words
