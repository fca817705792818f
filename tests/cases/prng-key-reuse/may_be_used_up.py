"""Some calls use the key up only where a test holds, or while one does."""

import jax


def until(key, x):
    while x < 1:
        key, draw = jax.random.split(key)
        x = x + jax.random.normal(draw)
    return x


def sometimes(key, xs, noise):
    for x in xs:
        if noise:
            key, draw = jax.random.split(key)
            x += jax.random.normal(draw)
    return xs


def both(key, xs):
    x = until(key, xs[0])
    xs = sometimes(key, xs, x > 0)
    return xs + jax.random.normal(key)
