import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (5,)), jax.random.normal(b, (5,))


def run(u, b):
    return jnp.linalg.solve(2.0 * jnp.eye(u.shape[0]) + jnp.outer(u, u), b)
