import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (3,)), jax.random.normal(b, (4,))


def run(x, y):
    return jnp.sin(x)[:, None] * y[None, :] + jnp.cos(y)[None, :]
