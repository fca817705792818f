# rule: shape-from-traced-argument
"""The jit of another file would need the same mark."""
import jax
import jax.numpy as jnp


@jax.jit
def padded(x, size):
    return x + jnp.zeros(size)


def run(x):
    return padded(x, 3)


# file: other.py
import jax

from main import padded

again = jax.jit(padded)  # broken
