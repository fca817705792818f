import os

os.environ["JAX_ENABLE_X64"] = "true"

import jax

os.environ["JAX_ENABLE_X64"] = "true"  # once more, and of no use


def run(x):
    return jax.numpy.sin(x)
