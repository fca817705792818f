import jax
import jax.numpy as jnp
import numpy as np


import io


def inputs(key):
    return (np.asarray(jax.random.normal(key, (4,)), np.float64),)


def run(x):
    """The text of a file with one number a line, exact enough to read back."""
    file = io.StringIO()
    file.write(''.join(repr(v) + '\n' for v in x.tolist()))
    return file.getvalue()
