import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return (np.asarray(jax.random.normal(key, (5, 4))),)


def run(x):
    y = np.zeros(x.shape[0], np.float32)
    for i in range(x.shape[0]):
        y[i] = np.sqrt(np.sum(x[i] * x[i]))
    return jnp.asarray(y)
