import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (3,)), jax.random.normal(b, (4,))


def run(x, y):
    def row(a):
        return jax.lax.map(lambda b: jnp.sin(a) * b + jnp.cos(b), y)
    return jax.lax.map(row, x)
