import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.uniform(key, (16,)).astype(jnp.bfloat16),)


def run(p):
    """Which probabilities are above a tenth, in the type that they have (bfloat16, float32)."""
    return p > jnp.float32(0.1)
