"""Leapfrog for the potential sum(q**4)/4: ``run(q, p, eps, n)`` does n (Python int) steps.
"""
import jax
import jax.numpy as jnp


def run(q, p, eps=0.05, n=6):
    for _ in range(n):
        p = p - 0.5 * eps * q ** 3
        q = q + eps * p
        p = p - 0.5 * eps * q ** 3
    return q, p


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (4,)), jax.random.normal(b, (4,)), 0.05, 6
