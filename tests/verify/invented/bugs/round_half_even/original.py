import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (10,)) * 5, jnp.float32(0.3)


def run(x, scale):
    """Quantise to int8 codes."""
    q = jnp.round(x / scale)
    return jnp.clip(q, -128, 127).astype(jnp.int8)
