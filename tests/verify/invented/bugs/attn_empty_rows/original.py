"""Masked attention.

``run(q, k, v, mask)`` with q (T, D), k and v (S, D), mask (T, S) boolean (True
= may attend).  A query that may attend to nothing gives a row of zeros.
"""
import jax
import jax.numpy as jnp


def run(q, k, v, mask):
    s = q @ k.T / jnp.sqrt(q.shape[-1])
    s = jnp.where(mask, s, -1e30)
    p = jnp.exp(s - jnp.max(s, axis=-1, keepdims=True)) * mask
    z = jnp.sum(p, axis=-1, keepdims=True)
    return jnp.where(z > 0, p / jnp.where(z > 0, z, 1.0), 0.0) @ v


def inputs(key):
    k = jax.random.split(key, 4)
    mask = jax.random.bernoulli(k[3], 0.6, (4, 5)).at[:, 0].set(True)
    return (jax.random.normal(k[0], (4, 3)), jax.random.normal(k[1], (5, 3)),
            jax.random.normal(k[2], (5, 3)), mask)
