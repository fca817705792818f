"""Total of a long stream of bfloat16 losses.

``run(losses)`` sums the 1-D bfloat16 array in float32 precision and returns a
float32 scalar.  Streams have up to some tens of thousands of entries.
"""
import jax
import jax.numpy as jnp


def run(losses):
    return jnp.sum(losses.astype(jnp.float32))


def inputs(key):
    return (jax.random.randint(key, (8,), 0, 8).astype(jnp.bfloat16) / 4,)
