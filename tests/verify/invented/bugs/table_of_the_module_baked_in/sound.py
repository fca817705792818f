import jax
import jax.numpy as jnp
import numpy as np

WEIGHTS = np.array([1.0, 0.5, 0.25], np.float32)


def inputs(key):
    return (jax.random.normal(key, (5, 3)),)


@jax.jit
def weighted(x, w):
    return x @ w


def run(x):
    """Weighted rows; WEIGHTS may be changed in place between calls."""
    return weighted(x, WEIGHTS)
