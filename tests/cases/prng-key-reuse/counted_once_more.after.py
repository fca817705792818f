# not executed: the drawn numbers change on purpose
"""The split of a function is made once more beside its call, to have a number that it has drawn."""

import jax
import jax.numpy as jnp
import numpy as np


def populated(key, rates):
    place_key, count_key = jax.random.split(key, 2)
    counts = jax.random.poisson(count_key, rates)
    places = jax.random.uniform(place_key, (int(jnp.sum(counts)),))
    return places, counts


def histogram(key, rates, edges):
    key_1, key_2 = jax.random.split(key)
    rows = np.asarray(populated(key_1, rates)[0])
    place_key, count_key = jax.random.split(key_2, 2)
    counts = jax.random.poisson(count_key, rates)
    return np.histogram(rows, edges)[0] / jnp.sum(counts)


def thinned(key, rates, edges):
    key_1, key_2 = jax.random.split(key)
    rows = np.asarray(populated(key_1, rates)[0])
    place_key, count_key = jax.random.split(key_2, 2)
    kept = jax.random.bernoulli(count_key, 0.5, rows.shape)
    return np.histogram(rows[kept], edges)[0]
