import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (6, 10)),)


def run(x):
    """Rows scaled to unit length, in the dtype of x (float16 or float32)."""
    wide = x.astype(jnp.float32)
    length = jnp.sqrt((wide * wide).sum(axis=1, keepdims=True))
    return (wide / (length + 1e-8)).astype(x.dtype)
