# not executed: nothing is rewritten
"""Noise that only tells weights apart which would be equal is no draw that anyone measures."""

import jax


def made(key, rows, columns):
    keys = jax.random.split(key, 3)
    encoder = jax.random.normal(keys[0], (rows, columns))
    bias = jax.random.normal(keys[1], (rows,))
    shift = 1e-6 * jax.random.normal(keys[1], (columns, rows))
    return encoder, encoder.T + shift, bias, keys[2]


def noisy(key, rows, columns):
    key_1, key_2 = jax.random.split(key)
    bias = jax.random.normal(key_1, (rows,))
    shift = 1e-2 * jax.random.normal(key_2, (columns, rows))
    return bias, shift
