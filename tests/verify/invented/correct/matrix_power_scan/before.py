import jax
import jax.numpy as jnp


def inputs(key):
    return (0.4 * jax.random.normal(key, (3, 3)),)


def run(a):
    m = jnp.eye(a.shape[0], dtype=a.dtype)
    for _ in range(5):
        m = m @ a
    return m
