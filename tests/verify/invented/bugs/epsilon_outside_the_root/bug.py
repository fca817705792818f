import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (8, 64)),)


EPS = 1e-6


def run(x):
    """Standardize each row of float32 x (rows, features)."""
    mean = x.mean(axis=1, keepdims=True)
    var = ((x - mean) ** 2).mean(axis=1, keepdims=True)
    return (x - mean) / (jnp.sqrt(var) + EPS)
