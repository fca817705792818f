"""``run(c, x)``: values at x (1-D float32) of the polynomial sum_i c[i] x**i.
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(c, x):
    y, _ = jax.lax.scan(lambda y, ci: (y * x + ci, None), jnp.zeros_like(x), c, reverse=True)
    return y


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (5,)), jax.random.uniform(b, (6,))
