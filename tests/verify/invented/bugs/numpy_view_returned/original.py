import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return np.array(jax.random.normal(key, (10, 3))), 4


def run(data, n):
    """Hold-out split, as fresh arrays."""
    train = np.concatenate([data[i][None] for i in range(n, len(data))])
    held = np.concatenate([data[i][None] for i in range(n)])
    return train, held
