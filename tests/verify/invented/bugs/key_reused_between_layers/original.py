import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.key(7), jax.random.normal(a, (6, 8)), 0.0


def dropout(key, x, rate):
    keep = jax.random.bernoulli(key, 1.0 - rate, x.shape)
    return jnp.where(keep, x / (1.0 - rate), 0.0)


def run(key, x, rate):
    k1, k2 = jax.random.split(key)
    h = jnp.tanh(dropout(k1, x, rate))
    return dropout(k2, h, rate)
