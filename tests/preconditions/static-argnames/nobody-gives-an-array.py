# rule: shape-from-traced-argument
"""A list cannot be static: it has no hash."""
import jax
import jax.numpy as jnp


@jax.jit
def padded(x, size):
    return x + jnp.zeros(size)


def run(x):
    return padded(x, (3, 4))  # holds
    return padded(x, [3, 4])  # broken
