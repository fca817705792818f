import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return (np.asarray(jax.random.normal(key, (5, 4))),)


def run(x):
    x = jnp.asarray(x)
    return jnp.sqrt(jnp.sum(x * x, axis=1))
