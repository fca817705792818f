import jax
import jax.numpy as jnp


def inputs(key):
    return (key,)


def run(key):
    return jnp.stack([jax.random.normal(k, (3,)) for k in jax.random.split(key, 5)])
