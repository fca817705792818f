# rule: shape-from-traced-argument
"""Who calls with what is not seen: it may not be hashable, or another each time."""
import jax
import jax.numpy as jnp


@jax.jit
def padded(x, size):
    return x + jnp.zeros(size)


def run(x, n):
    return padded(x, 3)  # holds
    return padded(x, n)  # broken
