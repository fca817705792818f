import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (10,)) * 5, jnp.float32(0.3)


@jax.jit
def run(x, scale):
    """Quantise to int8 codes."""
    q = jax.lax.round(x / scale, jax.lax.RoundingMethod.TO_NEAREST_EVEN)
    return jnp.clip(q, -128, 127).astype(jnp.int8)
