import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.randint(key, (8,), -50, 50),)


def run(x):
    y = jnp.ones_like(x)
    for _ in range(13):
        y = y * x
    return y
