import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.bernoulli(key, 0.5, (5, 16)),)


def run(flags):
    """Each row of up to 32 flags packed into a uint32, the first flag lowest."""
    weights = 2.0 ** jnp.arange(flags.shape[1], dtype=jnp.float32)
    return (flags.astype(jnp.float32) @ weights).astype(jnp.uint32)
