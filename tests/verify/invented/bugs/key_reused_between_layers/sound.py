import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.key(7), jax.random.normal(a, (6, 8)), 0.0


def dropout(key, x, rate):
    keep = jax.random.bernoulli(key, 1.0 - rate, x.shape)
    return jnp.where(keep, x / (1.0 - rate), 0.0)


def run(key, x, rate):
    keys = jax.random.split(key, 2)
    h = jnp.tanh(dropout(keys[0], x, rate))
    return dropout(keys[1], h, rate)
