"""Leapfrog for the potential sum(q**4)/4: ``run(q, p, eps, n)`` does n (Python int) steps.
"""
import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnames="n")
def run(q, p, eps=0.05, n=6):
    def step(_, s):
        q, p = s
        half = p - 0.5 * eps * q ** 3
        q = q + eps * half
        return q, half - 0.5 * eps * q ** 3

    return jax.lax.fori_loop(0, n, step, (q, p))


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (4,)), jax.random.normal(b, (4,)), 0.05, 6
