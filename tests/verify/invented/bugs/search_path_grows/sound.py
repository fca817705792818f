import sys

import jax
import jax.numpy as jnp


def inputs(key):
    return (jnp.arange(6.0),)


def run(x):
    """`x` scaled by how many plugins there are beside this file (none)."""
    return x * (1 + sum(p.endswith("plugins") for p in sys.path))
