"""Reservoir sampling (algorithm R).

``run(key, stream, k)`` keeps k (Python int) items of the 1-D stream, which has
at least k items, each with equal
probability.  The first k items fill the reservoir; for item i >= k the key
fold_in(key, i) draws j uniformly from 0..i (both included), and the item
replaces slot j if j < k.
"""
import jax
import jax.numpy as jnp


def run(key, stream, k=4):
    res = stream[:k]
    for i in range(k, stream.shape[0]):
        j = int(jax.random.randint(jax.random.fold_in(key, i), (), 0, i + 1))
        if j < k:
            res = res.at[j].set(stream[i])
    return res


def inputs(key):
    a, b = jax.random.split(key)
    return a, jax.random.normal(b, (20,)), 4
