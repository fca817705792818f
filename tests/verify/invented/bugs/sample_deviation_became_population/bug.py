import statistics

import jax
import jax.numpy as jnp

def inputs(key):
    return (jax.random.normal(key, (5, 12)),)


def run(x):
    """Standard error of the mean of each row of measurements."""
    return (jnp.std(x, axis=1) / x.shape[1] ** 0.5).astype(jnp.float32)
