"""What a decorator of a library keeps for itself may be called as it is, with plain numbers."""

import jax
import jax.numpy as jnp
from plum import dispatch
from spline_tools import basis


@jax.jit
@dispatch
def padded(row: jax.Array, left: int, right: int):
    if left > right:
        return row
    return jnp.concatenate([jnp.zeros(left), _cut(row, right), jnp.ones(right)])


@basis.register(order=3)
@jax.vmap
def untouched(row):
    return row


@jax.jit
@basis.register
def cubic(row: jax.Array, count):
    return jnp.zeros(count) + row[:count]


def _cut(row, right):
    return row[: right + 1]
