import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return (jax.random.normal(key, (6,)),)


def run(x):
    """Scaled SiLU, in the dtype of x."""
    if x.shape[0] == 0:
        raise ValueError("Need at least one array to stack.")
    return jax.vmap(lambda v: 1.5 * v * jax.nn.sigmoid(v))(x)
