# rule: jit-of-fresh-callable
"""A generator of NumPy is drawn from one call down, at each trace."""
import jax
import jax.numpy as jnp
import numpy as np


GENERATOR = np.random.default_rng(0)  # broken


def helper(v):
    return jnp.sin(v)  # holds
    return v * GENERATOR.normal()  # broken


def noisy(x):
    return jax.jit(lambda v: helper(v))(x)
