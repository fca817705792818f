# not executed: the originals raise
import functools

import jax.numpy as jnp


@functools.lru_cache(maxsize=None)
def kernel(x, scale=1.0):
    return jnp.exp(-((x / scale) ** 2))


def main():
    x = jnp.linspace(0.0, 1.0, 8)
    y = kernel(x)  # want: JOL856 (error) "looks its arguments up"
    first = jnp.argmax(x)
    return {first: y}  # want: JOL856 "a dictionary looks its keys up"
