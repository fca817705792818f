"""Reservoir sampling (algorithm R).

``run(key, stream, k)`` keeps k (Python int) items of the 1-D stream, which has
at least k items, each with equal
probability.  The first k items fill the reservoir; for item i >= k the key
fold_in(key, i) draws j uniformly from 0..i (both included), and the item
replaces slot j if j < k.
"""
import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnames="k")
def run(key, stream, k=4):
    def body(i, res):
        j = jax.random.randint(jax.random.fold_in(key, i), (), 0, i)
        return jnp.where(jnp.arange(k) == j, stream[i], res)

    return jax.lax.fori_loop(k, stream.shape[0], body, stream[:k])


def inputs(key):
    a, b = jax.random.split(key)
    return a, jax.random.normal(b, (20,)), 4
