import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (6, 10)),)


def run(x):
    """Rows scaled to unit length, in the dtype of x (float16 or float32)."""
    wide = x.astype(jnp.float32)
    length = jnp.sqrt((wide * wide).sum(axis=1, keepdims=True))
    return x / (length.astype(x.dtype) + 1e-8)
