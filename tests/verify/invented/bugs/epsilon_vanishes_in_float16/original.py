import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (6, 10)),)


def unit(row):
    wide = row.astype(jnp.float32)
    length = jnp.sqrt((wide * wide).sum())
    return (wide / (length + 1e-8)).astype(row.dtype)


def run(x):
    """Rows scaled to unit length, in the dtype of x (float16 or float32)."""
    return jax.lax.map(unit, x)
