import jax
import jax.numpy as jnp


def inputs(key):
    keys = jax.random.split(key, 5)
    return ([jax.random.uniform(k, (n,)) for k, n in zip(keys, (3, 7, 1, 5, 2))],)


def run(rows):
    """Best score of each of several float vectors (none empty)."""
    return jnp.stack([row.max() for row in rows])
