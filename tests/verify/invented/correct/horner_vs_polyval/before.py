import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (5,)), jax.random.uniform(b, (7,))


def run(c, x):
    y = jnp.zeros_like(x)
    for i in range(c.shape[0]):
        y = y * x + c[i]
    return y
