import jax
import jax.numpy as jnp


def inputs(key):
    inner = jax.random.normal(key, (4, 6))
    return (inner.at[0, 0].set(0.0).at[-1, -1].set(0.0),)


def run(blocks):
    """Second difference along the joined blocks, with zeros beyond both ends."""
    line = blocks.reshape(-1)
    padded = jnp.concatenate([jnp.zeros(1, line.dtype), line, jnp.zeros(1, line.dtype)])
    return (padded[:-2] - 2 * line + padded[2:]).reshape(blocks.shape)
