import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.uniform(key, (40, 2)),)


def run(x):
    return jnp.cumsum(x, axis=0)
