import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (4, 9)),)


def run(weights):
    """Symmetric int8 quantisation of each row and its dequantised values."""
    out = []
    for row in weights:
        scale = jnp.max(jnp.abs(row)) / 127
        scale = jnp.where(scale == 0, 1.0, scale)
        out.append(jnp.round(row / scale) * scale)
    return jnp.stack(out)
