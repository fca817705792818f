import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (4, 6)), jax.random.normal(b, (6, 4))


def run(a, b):
    return jnp.sum(a * b.T)
