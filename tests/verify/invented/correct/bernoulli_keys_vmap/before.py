"""One vector of d (Python int) fair coins for each key; ``run(keys, d)``.
"""
import jax
import jax.numpy as jnp


def run(keys, d=5):
    return jnp.stack([jax.random.bernoulli(k, 0.5, (d,)) for k in keys])


def inputs(key):
    return jax.random.split(key, 4), 5
