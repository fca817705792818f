import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return (jax.random.normal(key, (4,)), jnp.ones(4))


def run(w, target):
    """Three steps of descent; each one's weights are saved."""
    kept = []
    for i in range(3):
        kept.append(w)
        w = w - 0.1 * (w - target)
    for i, one in enumerate(jax.device_get(kept)):
        np.save(f"w{i}.npy", one)
    return w
