import jax
import jax.numpy as jnp


def inputs(key):
    a, b, c = jax.random.split(key, 3)
    return jax.random.normal(a, (6, 5)), jax.random.normal(b, (5, 4)), jax.random.normal(c, (4,))


def run(a, b, v):
    return (a @ b) @ v
