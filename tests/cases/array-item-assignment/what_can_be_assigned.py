"""Arrays of NumPy, containers of arrays, names that stand for other things by then, and errors
that are waited for."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest


def host(n):
    mask = np.zeros((n, n))
    mask[0, 1:] = -np.inf
    return jnp.asarray(mask)


def copied(n):
    rows = jnp.zeros((n, 3))
    rows = np.array(rows)
    rows[0] = 1.0
    return rows


def either(xs, on_host):
    out = np.zeros(3) if on_host else jnp.zeros(3)
    out[0] = xs[0]
    return out


def pieces(x):
    parts = jnp.split(x, 3)
    parts[0] = parts[0] * 2
    grid = jnp.meshgrid(x, x)
    grid[0] = grid[0] + 1
    slopes = jnp.gradient(x)
    slopes[0] = x
    return parts, grid, slopes


@jax.jit
def stepped(state, x):
    state["x"] = x
    state["count"] += 1
    carried = {**state}
    carried["y"] = jnp.sum(x)
    rows = [jnp.zeros(3), jnp.ones(3)]
    rows[0] = x
    return carried, rows


def scaled(x, unit):
    total = jnp.sum(x) * unit
    total[0] = 1
    return total


def one_by_one(array_module):
    out = array_module.zeros(3)
    out[0] = 1
    return out


def test_immutable():
    x = jnp.zeros(3)
    with pytest.raises(TypeError):
        x[0] = 1.0


def test_immutable_under_jit():
    @jax.jit
    def fill(x):
        y = x + jnp.zeros(3)
        y[0] = 1.0
        return y

    with pytest.raises(TypeError):
        fill(jnp.ones(3))


def either_way(x):
    out = jnp.asarray(x)
    try:
        out[0] = 1.0
    except TypeError:
        out = out.at[0].set(1.0)
    return out


class Ring:
    def __init__(self, size, host=False):
        self.rows = jnp.zeros(size)
        if host:
            self.rows = np.zeros(size)

    def push(self, value):
        self.rows[0] = value


@jax.jit
def tree_with_its_own_at(tree, mask):
    new = tree.at[mask].set(0.0)
    new["bias"] = 0.0
    return new


@jax.jit
def named_anew(field):
    new = field.at[1:-1].set(0.0)
    new = {"field": new}
    new["steps"] = 1
    return new
