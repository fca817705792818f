import jax
import jax.numpy as jnp


def inputs(key):
    return ([jax.random.normal(k, (25,)) for k in jax.random.split(key, 4)],)


def run(parts):
    """Mean of all float32 losses in a list of vectors (none empty)."""
    total, count = 0.0, 0
    for part in parts:
        total = total + part.sum()
        count = count + part.shape[0]
    return total / count
