import math

import jax
import jax.numpy as jnp

def inputs(key):
    return (jax.random.randint(key, (10,), 0, 5000),)


def run(n):
    """Whole square roots, rounded down."""
    return jnp.array([math.isqrt(v) for v in n.tolist()], jnp.int32)
