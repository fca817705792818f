import math

import jax
import jax.numpy as jnp

def inputs(key):
    return (jax.random.randint(key, (10,), 0, 5000),)


@jax.jit
def run(n):
    """Whole square roots, rounded down."""
    return jnp.sqrt(n.astype(jnp.float32)).astype(jnp.int32)
