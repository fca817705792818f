import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (8, 6)),)


def run(x):
    """2x2 means; an odd last row or column is left out."""
    h, w = x.shape[0] // 2, x.shape[1] // 2
    return x[:2 * h, :2 * w].reshape(h, 2, w, 2).mean(axis=(1, 3))
