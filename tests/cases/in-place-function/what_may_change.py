"""Arrays of NumPy, lists, what is told to give a new array, and what is not known."""

import random

import jax
import jax.numpy as jnp
import numpy as np
import pytest

rng = np.random.default_rng(0)


def told(scores):
    weights = jnp.exp(scores)
    weights = jnp.fill_diagonal(weights, 0.0, inplace=False)
    return jnp.put_along_axis(weights, jnp.zeros((1, 3), int), 0.0, 0, False)


def on_host(labels):
    counts = np.zeros(10)
    np.add.at(counts, labels, 1)
    np.fill_diagonal(counts[:9].reshape(3, 3), 0)
    rows = np.arange(10)
    rng.shuffle(rows)
    return counts, rows


def lists(files):
    names = list(files)
    random.shuffle(names)
    rng.shuffle(names)
    return names


def unknown(x):
    np.put(x, [0], 1.0)
    np.add.at(x, [0], 1.0)
    return x.at[0].add(1.0)


def copied(n):
    rows = np.array(jnp.arange(n))
    rng.shuffle(rows)
    return rows


def test_raises():
    with pytest.raises(NotImplementedError):
        jnp.fill_diagonal(jnp.ones((2, 2)), 0)
