"""Numbers of Python, what makes an array, and functions that are not cached."""

import functools

import jax.numpy as jnp


@functools.lru_cache
def table(length):
    return jnp.arange(length)


@functools.cache
def wide(length, dtype=jnp.float32):
    return jnp.zeros(length, dtype)


def kernel(x):
    return jnp.exp(-(x**2))


def main(best):
    x = jnp.linspace(0.0, 1.0, 8)
    return kernel(x), table(8), wide(len(x)), {int(jnp.argmax(x)): x, best: x, "x": x}
