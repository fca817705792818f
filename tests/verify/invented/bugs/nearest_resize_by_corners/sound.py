import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (8,)), 16)


def run(x, n):
    """Nearest-neighbour resampling of x (m,) to n samples, by pixel centres."""
    m = x.shape[0]
    return x[jnp.minimum((2 * jnp.arange(n) + 1) * m // (2 * n), m - 1)]
