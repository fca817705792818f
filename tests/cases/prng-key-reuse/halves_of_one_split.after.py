# not executed: nothing is rewritten
"""Two splits of one key of which each draws from a key of its own, or from the same one."""

import jax


def phases(shape, key):
    _, key = jax.random.split(key)
    return jax.random.uniform(key, shape)


def offsets(shape, key):
    first, key = jax.random.split(key)
    return jax.random.uniform(first, shape)


def wave(x, key):
    start = phases(x.shape, key)
    noise_key, key = jax.random.split(key, 2)
    return x + start + 0.1 * jax.random.normal(noise_key, x.shape)


def wave_of_the_same_half(x, key):
    key_1, key_2 = jax.random.split(key)
    start = offsets(x.shape, key_1)
    noise_key, key = jax.random.split(key_2, 2)
    return x + start + 0.1 * jax.random.normal(noise_key, x.shape)


def wave_that_goes_on(x, key):
    key_1, key_2 = jax.random.split(key)
    start = phases(x.shape, key_1)
    noise_key, key = jax.random.split(key_2, 2)
    return x + start + 0.1 * jax.random.normal(noise_key, x.shape), key


def parts(x, key):
    a, _ = jax.random.split(key)
    x = x + jax.random.normal(a, x.shape)
    _, b = jax.random.split(key)
    return x * jax.random.bernoulli(b, 0.5, x.shape)
