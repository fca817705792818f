import jax
import jax.numpy as jnp


def inputs(key):
    return (key,)


def run(key):
    return jax.vmap(lambda k: jax.random.normal(k, (3,)))(jax.random.split(key, 5))
