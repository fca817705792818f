import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (jax.random.normal(k1, (30, 4)), jax.random.bernoulli(k2, 0.4, (30,)))


@jax.jit
def run(x, mask):
    """Sum of the selected rows of float32 x."""
    n = x.shape[0]
    rows = jnp.nonzero(mask, size=n)[0]
    return x.at[rows].get(mode="fill", fill_value=0).sum(axis=0)
