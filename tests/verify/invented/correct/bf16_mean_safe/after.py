"""Mean of a 1-D bfloat16 array, accumulated in float32, returned in bfloat16.
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(x):
    return jnp.mean(x, dtype=jnp.float32).astype(jnp.bfloat16)


def inputs(key):
    return (jax.random.normal(key, (32,)).astype(jnp.bfloat16),)
