import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (jax.random.normal(k1, (30, 4)), jax.random.bernoulli(k2, 0.4, (30,)))


def run(x, mask):
    """Sum of the selected rows of float32 x."""
    total = jnp.zeros_like(x[0])
    for i in np.flatnonzero(np.asarray(mask)):
        total = total + x[i]
    return total
