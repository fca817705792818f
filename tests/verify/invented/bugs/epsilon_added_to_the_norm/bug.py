import jax
import jax.numpy as jnp


def inputs(key):
    return (100 * jax.random.normal(key, (4, 3)),)


def run(x):
    """Rows of x at unit length, rows shorter than 1e-4 divided by that."""
    return x / (jnp.linalg.norm(x, axis=1, keepdims=True) + 1e-4)
