import jax
import jax.numpy as jnp


def inputs(key):
    return (key,)


def run(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (4,)), jax.random.uniform(k2, (3,))
