"""Arithmetic on seeds, counts and what is drawn; errors that are waited for."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest


def seeded(seed, n):
    key = jax.random.key(seed + 1)
    keys = jax.random.split(key, 2 * n + 1)
    return keys, jax.random.fold_in(key, 3 * n)


def drawn(key, scale):
    noise = jax.random.normal(key, (3,)) * scale
    shift = noise + 1
    return shift, jax.random.randint(key, (), 0, 2**16 - 1)


def host(seed):
    rng = np.random.default_rng(seed + 1)
    return rng.normal(3 + 1, 2)


def test_no_arithmetic():
    key = jax.random.key(0)
    with pytest.raises(TypeError):
        jax.random.normal(key + 1)


def picked(keys, i):
    return jax.random.normal(keys[i + 1]) + jnp.sum(jnp.ones(3))
