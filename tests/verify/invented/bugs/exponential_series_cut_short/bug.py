import jax
import jax.numpy as jnp


def inputs(key):
    return (0.1 * jax.random.normal(key, (3, 3)),)


def run(a):
    """Matrix exponential of a square matrix."""
    term = total = jnp.eye(a.shape[0])
    for k in range(1, 13):
        term = term @ a / k
        total = total + term
    return total
