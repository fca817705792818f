import math

import jax
import jax.numpy as jnp


def inputs(key):
    return ([0.5, 0.25, -1.5, 2.0, 0.125],)


def run(amounts):
    """The exact sum of the amounts, rounded once."""
    return float(sum(amounts))
