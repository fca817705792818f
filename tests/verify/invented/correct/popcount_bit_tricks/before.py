import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.bits(key, (10,), jnp.uint32),)


def run(x):
    n = jnp.zeros_like(x)
    for i in range(32):
        n = n + ((x >> i) & 1)
    return n
