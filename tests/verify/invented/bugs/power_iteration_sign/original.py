"""Dominant eigenvector by power iteration.

``run(a, v0, iters)`` returns the unit vector after ``iters`` (Python int) iterations, with
the sign chosen such that its entry of largest magnitude is positive.
"""
import jax
import jax.numpy as jnp


def run(a, v0, iters=20):
    v = v0 / jnp.linalg.norm(v0)
    for _ in range(iters):
        v = a @ v
        v = v / jnp.linalg.norm(v)
    i = jnp.argmax(jnp.abs(v))
    return v * jnp.sign(v[i])


def inputs(key):
    u = jnp.array([-0.3, 0.8, 0.5])
    return jnp.outer(u, u) * 3 + jnp.eye(3) * 0.2, jax.random.normal(key, (3,)) + u * 3, 20
