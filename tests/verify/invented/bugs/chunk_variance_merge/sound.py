"""Variance of a long array, computed chunk by chunk.

``run(x, chunk)`` returns the population variance of all entries of the 1-D
array x; its length is a multiple of ``chunk``, a
Python int.
"""
import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnames="chunk")
def run(x, chunk=4):
    c = x.reshape(-1, chunk)
    means = jnp.mean(c, axis=1)
    within = jnp.mean(jnp.var(c, axis=1))
    return within + jnp.var(means)


def inputs(key):
    return jax.random.normal(key, (16,)) + jnp.arange(16) * 0.2, 4
