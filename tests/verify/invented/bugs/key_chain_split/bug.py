"""Langevin dynamics in a harmonic well, reproducible from the key.

``run(key, x, n, eps)``: in every step key, sub = split(key) and
x = x - eps * x + sqrt(2 eps) * normal(sub).  Runs with the same key give the
same trajectory, also when continued from the returned key.
``n`` is a Python int.  Returns (x after n steps, key after n splits).
"""
import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnames="n")
def run(key, x, n=5, eps=0.1):
    key, *subs = jax.random.split(key, n + 1)

    def step(x, sub):
        return (1.0 - eps) * x + jnp.sqrt(2 * eps) * jax.random.normal(sub, x.shape), None

    x, _ = jax.lax.scan(step, x, jnp.stack(subs))
    return x, key


def inputs(key):
    a, b = jax.random.split(key)
    return a, jax.random.normal(b, (3,)), 5, 0.1
