import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return np.array(jax.random.normal(key, (16,))), 0.5


def run(x, sigma):
    """Gaussian-weighted mean around the centre."""
    n = x.shape[0]
    t = (np.arange(n) - (n - 1) / 2) / (n / 2)
    w = np.exp(-0.5 * (t / sigma) ** 2)
    return jnp.sum(jnp.asarray(w, jnp.float32) * x) / float(w.sum())
