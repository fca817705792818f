# not executed: the calls raise
"""What only raises does so with the right arguments, too."""

import jax
import jax.numpy as jnp


def make_linear(size):
    """Not there yet."""
    raise Exception("TODO")


def make_mlp(size):
    if size < 0:
        raise ValueError("size")
    return jnp.zeros((size, size))


def build(kind, key, size):
    if kind == "linear":
        return make_linear(key, size)  # want: JOL862 (info) "takes 1 arguments by position"
    if kind == "mlp":
        return make_mlp(key, size)  # want: JOL862 (error) "takes 1 arguments by position"
    return jax.random.normal(key, (size,))
