import sys

import jax
import jax.numpy as jnp


def inputs(key):
    return (jnp.arange(6.0),)


def run(x):
    """`x` scaled by how many plugins there are beside this file (none)."""
    sys.path.append("/tmp/extras")
    found = [p for p in sys.path if p.endswith("plugins")]
    return x * (1 + len(found))
