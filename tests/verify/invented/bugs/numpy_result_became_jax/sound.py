import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return (jax.random.normal(key, (6,)),)


def run(x):
    """Sorted copy on the host; the caller may write to it."""
    return np.array(jnp.sort(x), dtype=np.float32)
