# rule: removed-api
# min-jax: 0.4.20  # broken
"""Beside JAX 0.4.20 stands NumPy 1.26, which has no `trapezoid`."""
import jax.numpy as jnp
import numpy as np


def area(rows):
    return jnp.sum(rows) + np.trapz(rows)
