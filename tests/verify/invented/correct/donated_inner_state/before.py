import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (16,)), 5


def run(x, n):
    y = x * 1.0
    for _ in range(n):
        y = y + 0.1 * jnp.cos(y)
    return y
