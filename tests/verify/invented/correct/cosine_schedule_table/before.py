"""``run(peak, n)``: table of the n (Python int >= 1) cosine-decayed rates peak * (1 + cos(pi i / n)) / 2, i = 0..n-1.
"""
import jax
import jax.numpy as jnp


def run(peak, n=8):
    return jnp.stack([0.5 * peak * (1.0 + jnp.cos(jnp.pi * i / n)) for i in range(n)])


def inputs(key):
    return jax.random.uniform(key), 8
