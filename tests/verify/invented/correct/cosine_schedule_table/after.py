"""``run(peak, n)``: table of the n (Python int >= 1) cosine-decayed rates peak * (1 + cos(pi i / n)) / 2, i = 0..n-1.
"""
import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnames="n")
def run(peak, n=8):
    return peak * jnp.cos(0.5 * jnp.pi * jnp.arange(n) / n) ** 2


def inputs(key):
    return jax.random.uniform(key), 8
