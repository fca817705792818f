"""Variance of a long array, computed chunk by chunk.

``run(x, chunk)`` returns the population variance of all entries of the 1-D
array x; its length is a multiple of ``chunk``, a
Python int.
"""
import jax
import jax.numpy as jnp


def run(x, chunk=4):
    n, mean, m2 = 0, 0.0, 0.0
    for s in range(0, x.shape[0], chunk):
        c = x[s:s + chunk]
        cm = jnp.mean(c)
        d = cm - mean
        m2 = m2 + jnp.sum((c - cm) ** 2) + d * d * n * chunk / (n + chunk)
        mean = mean + d * chunk / (n + chunk)
        n += chunk
    return m2 / n


def inputs(key):
    return jax.random.normal(key, (16,)) + jnp.arange(16) * 0.2, 4
