"""Parameters that are there, and functions whose parameters are not known."""

import functools
from functools import partial

import jax
import jax.numpy as jnp
import pytest
from helpers import counted


@partial(jax.jit, static_argnames=("axis", "dtype"), static_argnums=(-1,))
def total(x, axis, *, dtype=None, size=3):
    return jnp.sum(x, axis=axis, dtype=dtype) * size


@partial(jax.jit, static_argnums=(1, 7))
def rest(x, *sizes):
    return x * sizes[0]


@partial(jax.jit, static_argnames=("mode",), donate_argnames="state")
def options(state, **given):
    return state


@partial(jax.jit, static_argnums=(0, 2))
@counted
def by_decorator(x):
    return x


@jax.jit
def plain(x, n):
    return x * n


def scaled(x, factor, power=2):
    return x * factor**power


bound = jax.jit(partial(scaled, power=3), static_argnums=1)
by_place = jax.jit(partial(scaled, 2.0), static_argnums=(1,), static_argnames="power")
wrapped = jax.jit(counted(scaled), static_argnums=5)
mapped = jax.pmap(scaled, static_broadcasted_argnums=2)


class Model:
    def __init__(self, apply):
        self.apply = jax.jit(apply, static_argnames="train")
        self.step = jax.jit(self._step, static_argnums=1, donate_argnums=-2)

    def _step(self, x, n):
        return x * n

    @functools.partial(jax.jit, static_argnums=(0, 2), static_argnames=("n",))
    def run(self, x, n):
        return x * n


def test_error():
    with pytest.raises(ValueError):
        jax.jit(scaled, static_argnums=9)


try:
    newer = jax.jit(scaled, static_argnames="precision")
except ValueError:
    newer = jax.jit(scaled)
