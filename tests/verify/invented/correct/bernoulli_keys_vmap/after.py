"""One vector of d (Python int) fair coins for each key; ``run(keys, d)``.
"""
import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnames="d")
def run(keys, d=5):
    return jax.vmap(lambda k: jax.random.bernoulli(k, 0.5, (d,)))(keys)


def inputs(key):
    return jax.random.split(key, 4), 5
