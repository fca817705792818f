import jax
import numpy as np


def save(path, seed):
    key = jax.random.PRNGKey(seed)
    np.save(path, np.asarray(key))


def load(path):
    return jax.random.normal(np.load(path))
