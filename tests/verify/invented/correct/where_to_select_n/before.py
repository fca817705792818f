import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (9,)),)


def run(x):
    return jnp.where(x > 1, x, jnp.where(x < -1, -x, 0.5 * x * x))
