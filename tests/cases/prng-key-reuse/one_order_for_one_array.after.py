# not executed: the drawn numbers change on purpose
"""Rows of one array that are drawn twice are the same rows, which nobody wants."""
import jax
import jax.numpy as jnp


def two_halves(key, x):
    # Two orders of the same rows.
    key_1, key_2 = jax.random.split(key)
    a = x[jax.random.permutation(key_1, 9)]
    b = x[jax.random.permutation(key_2, 9)]
    return a - b


def order_read_elsewhere(key, x, y):
    key_1, key_2 = jax.random.split(key)
    order = jax.random.permutation(key_1, 9)
    again = jax.random.permutation(key_2, 9)
    return x[order], y[again], again.sum()


def inputs(key):
    return key, jnp.arange(9.0), jnp.arange(9.0)


def run(key, x, y):
    one, other = jax.random.split(key)
    return two_halves(one, x), order_read_elsewhere(other, x, y)
