import jax
import jax.numpy as jnp


def inputs(key):
    return (key,)


def run(key):
    ks = jax.random.split(key, 2)
    return jax.random.normal(ks[0], (4,)), jax.random.uniform(ks[1], (3,))
