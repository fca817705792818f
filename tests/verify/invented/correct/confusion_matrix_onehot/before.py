"""Confusion matrix counts[true, predicted] (int32, k x k) of labels in 0..k-1; k a Python int.
"""
import jax
import jax.numpy as jnp


def run(true, pred, k=4):
    m = jnp.zeros((k, k), jnp.int32)
    for t, p in zip(true, pred):
        m = m.at[t, p].add(1)
    return m


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.randint(a, (15,), 0, 4), jax.random.randint(b, (15,), 0, 4), 4
