import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (2, 5, 4)), jax.random.normal(b, (2, 4, 3))


def run(a, b):
    return jnp.matmul(a, b)
