"""Mean of a 1-D bfloat16 array, accumulated in float32, returned in bfloat16.
"""
import jax
import jax.numpy as jnp


def run(x):
    total = jnp.float32(0)
    for v in x:
        total = total + v.astype(jnp.float32)
    return (total / x.shape[0]).astype(jnp.bfloat16)


def inputs(key):
    return (jax.random.normal(key, (32,)).astype(jnp.bfloat16),)
