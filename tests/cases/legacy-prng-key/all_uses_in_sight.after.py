import jax
import jax.numpy as jnp
from jax import random


@jax.jit
def noise(key, x):
    return x + jax.random.normal(key, x.shape)


def one(rng, x):
    return random.uniform(rng, x.shape)


def run(x):
    # The seed is fixed.
    key = jax.random.key(0)
    key, sub = jax.random.split(key)
    total = noise(sub, x)
    keys = jax.random.split(key, 3)
    for k in keys:
        total += jax.random.uniform(k, x.shape)
    total += jax.vmap(one, in_axes=(0, None))(keys[1:], x).sum(0)
    total += random.normal(random.fold_in(keys[0], 7))
    rows = jnp.stack([jax.random.normal(k, x.shape) for k in random.split(random.key(seed=3), 2)])
    return total + rows.sum(0)


def inputs(key):
    return (jax.random.normal(key, (4,)),)
