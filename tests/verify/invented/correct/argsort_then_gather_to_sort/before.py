import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (4, 9)),)


def run(x):
    return jnp.take_along_axis(x, jnp.argsort(x, axis=-1), axis=-1)
