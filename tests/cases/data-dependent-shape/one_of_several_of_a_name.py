"""Functions of one name that a decorator chooses from: what is compiled of them is one alone."""

from functools import partial

import jax
import jax.numpy as jnp
from jax.experimental.sparse import BCOO
from plum import dispatch


@dispatch
@partial(jax.jit, static_argnames="kept")
def contracted(tensor: jax.Array, factors: list, kept: tuple = ()):
    axes = [a for a in range(tensor.ndim) if a not in kept]
    for axis, factor in zip(axes, factors):
        tensor = jnp.tensordot(tensor, factor, axes=(axis, 0))
    return tensor


@dispatch
def contracted(tensor: BCOO, factors: list, kept: tuple = ()):
    return contracted_sparse(tensor, factors, kept)


def contracted_sparse(tensor, factors, kept):
    axes = jnp.arange(tensor.ndim)
    for axis in kept:
        if axis in axes:
            axes = jnp.delete(axes, jnp.argwhere(axes == axis))
    for axis, factor in zip(axes, factors):
        tensor = tensor * factor
    return tensor.sum(tuple(axes))
