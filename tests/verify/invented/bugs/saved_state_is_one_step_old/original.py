import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return (jax.random.normal(key, (4,)), jnp.ones(4))


def run(w, target):
    """Three steps of descent; each one's weights are saved."""
    for i in range(3):
        w = w - 0.1 * (w - target)
        np.save(f"w{i}.npy", np.asarray(w))
    return w
