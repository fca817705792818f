import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (4, 6)), jax.random.normal(b, (4,))


def run(x, b):
    k = x @ x.T + jnp.eye(x.shape[0])
    return jnp.linalg.solve(k, b)
