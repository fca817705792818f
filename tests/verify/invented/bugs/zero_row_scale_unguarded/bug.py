import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (4, 9)),)


def run(weights):
    """Symmetric int8 quantisation of each row and its dequantised values."""
    scale = jnp.max(jnp.abs(weights), axis=1, keepdims=True) / 127
    return jnp.round(weights / scale) * scale
