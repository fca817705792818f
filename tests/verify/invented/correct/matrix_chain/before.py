"""``run(a, b, v)`` returns the product a b v of two float32 matrices and a vector.
"""
import jax
import jax.numpy as jnp


def run(a, b, v):
    return (a @ b) @ v


def inputs(key):
    k = jax.random.split(key, 3)
    return jax.random.normal(k[0], (4, 5)), jax.random.normal(k[1], (5, 3)), jax.random.normal(k[2], (3,))
