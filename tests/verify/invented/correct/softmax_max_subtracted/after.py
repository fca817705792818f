import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (4, 6)),)


def run(x):
    return jax.nn.softmax(x, axis=-1)
