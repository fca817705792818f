"""Unit direction and distance between particle pairs.

``run(p, q)`` with p, q of shape (N, 3) returns the sum of the pair distances.
It is differentiated to get forces; a pair at zero distance has distance 0 and
contributes gradient 0.
"""
import jax
import jax.numpy as jnp


def run(p, q):
    d2 = jnp.sum((p - q) ** 2, axis=-1)
    far = d2 > 0
    r = jnp.where(far, jnp.sqrt(jnp.where(far, d2, 1.0)), 0.0)
    return jnp.sum(r)


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (5, 3)), jax.random.normal(b, (5, 3))
