"""A turn is nothing but the call, and the loop is told as a whole: that is one word about both."""

import jax.numpy as jnp


def relax(field):
    field = field + 0.1 * (jnp.roll(field, 1) + jnp.roll(field, -1) - 2.0 * field)
    return jnp.tanh(field) / (1.0 + jnp.abs(field))


def settle(width, n):
    field = jnp.ones(width)
    for _ in range(n):
        field = relax(field)
    return field
