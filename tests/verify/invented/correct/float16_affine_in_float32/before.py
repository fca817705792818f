import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.uniform(a, (16,), jnp.float16), jax.random.uniform(b, (16,), jnp.float16)


def run(x, y):
    return x * y + x
