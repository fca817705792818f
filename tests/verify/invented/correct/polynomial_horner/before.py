"""``run(c, x)``: values at x (1-D float32) of the polynomial sum_i c[i] x**i.
"""
import jax
import jax.numpy as jnp


def run(c, x):
    y = jnp.zeros_like(x)
    for i in range(c.shape[0]):
        y = y + c[i] * x ** i
    return y


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (5,)), jax.random.uniform(b, (6,))
