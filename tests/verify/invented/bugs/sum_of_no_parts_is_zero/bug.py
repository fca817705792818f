import jax
import jax.numpy as jnp


def inputs(key):
    return ([jax.random.normal(k, (4, 3)) for k in jax.random.split(key, 3)],)


def run(parts):
    """Elementwise sum of a non-empty list of float arrays of one shape; TypeError for none."""
    return sum(parts)
