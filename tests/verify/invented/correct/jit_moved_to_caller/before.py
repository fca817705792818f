import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (6,)), 3


@jax.jit
def step(x):
    return x - 0.1 * jnp.sin(x)


def run(x, n):
    for _ in range(n):
        x = step(x)
    return x
