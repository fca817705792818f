"""Embedding bag: sum over n of weight[n] * table[idx[n]]; idx in range.
"""
import jax
import jax.numpy as jnp


def run(table, idx, weight):
    out = jnp.zeros_like(table[0])
    for n in range(idx.shape[0]):
        out = out + weight[n] * table[idx[n]]
    return out


def inputs(key):
    a, b, c = jax.random.split(key, 3)
    return jax.random.normal(a, (6, 3)), jax.random.randint(b, (9,), 0, 6), jax.random.uniform(c, (9,))
