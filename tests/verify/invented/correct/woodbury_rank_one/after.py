import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (5,)), jax.random.normal(b, (5,))


def run(u, b):
    return (b - u * (u @ b) / (2.0 + u @ u)) / 2.0
