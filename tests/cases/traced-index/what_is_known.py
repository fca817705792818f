"""Arrays of JAX take traced indices, and static numbers take any place."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest

table = np.linspace(0.0, 1.0, 16)


@jax.jit
def by_array(x, i):
    rows = jnp.asarray(table)
    return rows[i] * x[i]


@partial(jax.jit, static_argnames="n")
def prefix(x, n):
    return jnp.sum(x[:n]) + table[n]


@jax.jit
def halves(x):
    middle = x.shape[0] // 2
    return x[:middle] - x[middle:]


@jax.jit
def stacked(x):
    parts = [x * k for k in range(3)]
    return sum(parts[k] for k in range(3))


@jax.jit
def of_trees(states, name):
    return {key: states[key] for key in states}


@jax.jit
def shown(x):
    return f"{x.shape}", f"{x.ndim:d}", x


def plain(x, n):
    return x[:n], table[n], f"{n:.2f}"


def test_bounds():
    @jax.jit
    def fails(x, n):
        return x[:n]

    with pytest.raises(IndexError):
        fails(jnp.ones(3), 2)
