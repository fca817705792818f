import jax
import jax.numpy as jnp


def inputs(key):
    keys = jax.random.split(key, 5)
    return ([jax.random.uniform(k, (n,)) for k, n in zip(keys, (3, 7, 1, 5, 2))],)


def run(rows):
    """Best score of each of several float vectors (none empty)."""
    width = max(row.shape[0] for row in rows)
    padded = jnp.stack([jnp.pad(row, (0, width - row.shape[0]), constant_values=-jnp.inf) for row in rows])
    return padded.max(axis=1)
