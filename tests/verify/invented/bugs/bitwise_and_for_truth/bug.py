import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (jax.random.randint(k1, (30,), 0, 2), jax.random.randint(k2, (30,), 0, 2))


def run(likes, shares):
    """How many items have both likes and shares (counts, int32)?"""
    return ((likes & shares) != 0).sum().astype(jnp.int32)
