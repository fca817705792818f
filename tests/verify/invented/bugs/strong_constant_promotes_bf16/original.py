import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return (jax.random.normal(key, (6,)),)


def run(x):
    """Scaled SiLU, in the dtype of x."""
    out = []
    for i in range(x.shape[0]):
        out.append(1.5 * x[i] * jax.nn.sigmoid(x[i]))
    return jnp.stack(out)
