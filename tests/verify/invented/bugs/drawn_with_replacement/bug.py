import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (k1, jax.random.normal(k2, (50, 4)))


def run(key, points):
    """Eight distinct rows of points (n, d), n >= 8, as first centres."""
    chosen = jax.random.choice(key, points.shape[0], (8,))
    return points[chosen]
