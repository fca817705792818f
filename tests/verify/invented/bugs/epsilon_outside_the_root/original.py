import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (8, 64)),)


EPS = 1e-6


def run(x):
    """Standardize each row of float32 x (rows, features)."""
    rows = []
    for row in x:
        mean = row.mean()
        var = ((row - mean) ** 2).mean()
        rows.append((row - mean) / jnp.sqrt(var + EPS))
    return jnp.stack(rows)
