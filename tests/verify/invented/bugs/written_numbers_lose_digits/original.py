import jax
import jax.numpy as jnp
import numpy as np


import io


def inputs(key):
    return (np.asarray(jax.random.normal(key, (4,)), np.float64),)


def run(x):
    """The text of a file with one number a line, exact enough to read back."""
    file = io.StringIO()
    for v in x.tolist():
        file.write(repr(v) + '\n')
    return file.getvalue()
