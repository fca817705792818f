import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.bernoulli(key, 0.5, (5, 16)),)


def run(flags):
    """Each row of up to 32 flags packed into a uint32, the first flag lowest."""
    shifts = jnp.arange(flags.shape[1], dtype=jnp.uint32)
    return jnp.sum(flags.astype(jnp.uint32) << shifts, axis=1, dtype=jnp.uint32)
