"""One function with one key for several data, where the split has left none for the others."""

import jax


def noise(key, x):
    return x + jax.random.normal(key, x.shape)


def compared(key, one, other):
    keys = jax.random.split(key, 2)
    first, second = noise(keys[0], one), noise(keys[0], other)
    return first - second, jax.random.uniform(keys[1])


def carried(key, one, other):
    key, draw = jax.random.split(key)
    return key, noise(draw, one) - noise(draw, other)


def handed_on(key, one, other, keep):
    keys = jax.random.split(key, 3)
    keep(keys)
    return noise(keys[0], one) - noise(keys[0], other)


def dropped(key, one, other):
    _, draw = jax.random.split(key)
    return noise(draw, one) - noise(draw, other)


def given(draw, one, other):
    return noise(draw, one) - noise(draw, other)
