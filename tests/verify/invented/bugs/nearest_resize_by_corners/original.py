import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (8,)), 16)


def run(x, n):
    """Nearest-neighbour resampling of x (m,) to n samples, by pixel centres."""
    m = x.shape[0]
    return jnp.stack([x[min(int((i + 0.5) * m / n), m - 1)] for i in range(n)])
